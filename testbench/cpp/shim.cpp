// The bridge between the test bench and the Verilated model (docs/router.md, sections 1, 2, 8 and 9).
//
// In router scope there is one instance of the router per node and the links are here; in network scope there is one
// instance of the generated network and only the network interfaces are here. Everything that is driven into the Verilog
// comes from the Verilog's own outputs and from the packets offered; the model's words are only compared with.
//
// `params.h` is generated: TM_NETWORK, TM_NODES (network scope), TM_PORTS, TM_VCS, TM_VCB, TM_WIDTH, TM_DEPTH,
// TM_ADDRESS, TM_TRACE (0, 1 VCD, 2 FST). `phases.h` says with TM_PHASES whether `tm_ico` and `tm_nba` are there.

#include "params.h"
#include "phases.h"
#include "Vtm.h"
#include "Vtm__Syms.h"
#include "Vtm___024root.h"
#if TM_TRACE == 1
#include "verilated_vcd_c.h"
using TraceFile = VerilatedVcdC;
#elif TM_TRACE == 2
#include "verilated_fst_c.h"
using TraceFile = VerilatedFstC;
#endif

#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

// The functions that a change of the inputs and a rising edge of `clk` run, for several instances.
void tm_ico(Vtm___024root* const* all, unsigned count);
void tm_nba(Vtm___024root* const* all, unsigned count);

namespace {

constexpr unsigned P = TM_PORTS;  // ports compared at a node: all of them, or in network scope the local one
constexpr unsigned V = TM_VCS;
constexpr unsigned VCB = TM_VCB;
constexpr unsigned W = TM_WIDTH;
constexpr unsigned DATA = (W + 31) / 32;
constexpr unsigned LANES = TM_NETWORK ? TM_NODES : TM_PORTS;  // slices of the top's port vectors
constexpr unsigned BATCH = 16;  // most nodes stepped by one call in router scope
constexpr unsigned RECENT = 8;  // flits remembered at each output port

// Wires of a port, packed like the low half of the model's words: bit 0 flit valid, 1 head, 2 tail, 4..8 VC;
// 8 credit valid, 12..16 credit VC. What a field shows while its valid bit is 0 is passed on as it is.
struct Port {
    uint32_t control;
    uint32_t data[DATA];
};
constexpr uint32_t FLIT = 0x00ff, CREDIT = 0xff00;

inline uint32_t seen(uint32_t control) {
    return control & ((control & 1 ? 0x00f7u : 0) | (control & 0x100 ? 0xf100u : 0));
}

struct Offer {
    uint32_t number, source;
    uint64_t header;
    uint32_t flits, unused;
};

// A head flit whose data is not that of its packet's offer: rule RC7.
struct Rewritten {
    uint64_t at;  // node * P + port
    uint64_t header;
};

struct Frame {
    uint64_t clock;
    const uint64_t* words;  // the model's outputs in this clock, or null
    const Offer* inbox;     // packets created in this clock, by source
    const Rewritten* heads; // all heads among the words where routers rewrite them, by `at`
    uint64_t head_count;
    uint32_t offers;
    uint32_t flags;  // 1: sources may start packets; 2: idle instances need not be evaluated
};
constexpr uint32_t OPEN = 1, SKIP_IDLE = 2;

struct Totals {
    uint64_t differences;  // ports that differ from the model
    uint64_t first;        // lowest node * ports + port of them
    uint64_t moved;        // flits in output registers
    uint64_t started;      // packets whose head was sent into the network
    uint64_t finished;     // tails at local outputs
    uint64_t evaluated;    // instances that were evaluated
};

struct Flit {
    uint64_t clock, word;
};

// Rule N6.
inline uint64_t mix(uint64_t x) {
    uint64_t z = x * 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

inline void flit_data(uint32_t* data, uint32_t number, unsigned index, uint64_t header) {
    for (unsigned j = 0; j < DATA; j += 2) {
        uint64_t x = index == 0 ? (j == 0 ? header : 0) : mix((uint64_t(number) << 16) + (index << 4) + j / 2 + 1);
        data[j] = uint32_t(x);
        if (j + 1 < DATA) data[j + 1] = uint32_t(x >> 32);
    }
    if (W % 32) data[DATA - 1] &= (1u << W % 32) - 1;
}

// The network interface of a node: rules N1 to N5.
struct Interface {
    std::vector<Offer> queue;
    size_t front = 0;
    Offer packet{};
    bool sending = false;
    unsigned vc = 0, index = 0;
    uint32_t credit[V];
    uint32_t sunk = 0;  // the credit on the link: what was on the local output a clock ago
    Port wire{};        // the local link towards the router

    Interface() {
        for (unsigned v = 0; v < V; ++v) credit[v] = TM_DEPTH;
    }

    // Decides what is on the local link in this clock, from the router's local output and credit in it.
    void step(const Port& local, bool open, Totals& totals) {
        if (!sending && open && front < queue.size()) {
            for (unsigned v = 0; v < V; ++v) {
                if (credit[v] != TM_DEPTH) continue;
                packet = queue[front++];
                if (front >= 64 && front * 2 > queue.size()) {
                    queue.erase(queue.begin(), queue.begin() + front);
                    front = 0;
                }
                sending = true, vc = v, index = 0;
                ++totals.started;
                break;
            }
        }
        wire.control = sunk | (wire.control & 0xfe);
        if (sending && credit[vc] > 0) {
            const bool tail = index + 1 == packet.flits;
            wire.control = sunk | 1 | (index == 0) << 1 | tail << 2 | vc << 4;
            flit_data(wire.data, packet.number, index, packet.header);
            --credit[vc];
            ++index;
            sending = !tail;
        }
        if (local.control & 0x100) {
            const unsigned v = local.control >> 12 & 15;
            if (v < V) ++credit[v];
        }
        sunk = local.control & 1 ? 0x100 | (local.control >> 4 & 15) << 12 : (sunk & 0xf000);
        if (local.control & 1 && local.control & 4) ++totals.finished;
    }
};

// Port vectors of the top. A vector is assembled in 32-bit words and then stored in whatever type Verilator gave it.
template <unsigned WIDTH>
struct Vector {
    uint32_t word[(LANES * WIDTH + 31) / 32 + 1];
    Vector() { memset(word, 0, sizeof word); }
    void put(unsigned lane, uint32_t value) {
        const unsigned at = lane * WIDTH;
        word[at / 32] |= value << at % 32;
        if (at % 32 + WIDTH > 32) word[at / 32 + 1] |= value >> 1 >> (31 - at % 32);
    }
    uint32_t get(unsigned lane) const {
        const unsigned at = lane * WIDTH;
        uint32_t value = word[at / 32] >> at % 32;
        if (at % 32 + WIDTH > 32) value |= word[at / 32 + 1] << 1 << (31 - at % 32);
        return WIDTH < 32 ? value & ((1u << WIDTH % 32) - 1) : value;
    }
};
struct DataVector {
    uint32_t word[(LANES * W + 31) / 32 + 1];
    DataVector() {
        if (W % 32) memset(word, 0, sizeof word);
    }
    void put(unsigned lane, const uint32_t* value) {
        const unsigned at = lane * W, shift = at % 32;
        for (unsigned j = 0; j < DATA; ++j) {
            uint32_t* to = word + at / 32 + j;
            if (W % 32 == 0) {
                to[0] = value[j];
            } else {
                to[0] |= value[j] << shift;
                if (shift + (j + 1 == DATA ? W % 32 : 32) > 32) to[1] |= value[j] >> 1 >> (31 - shift);
            }
        }
    }
    void get(unsigned lane, uint32_t* value) const {
        const unsigned at = lane * W, shift = at % 32;
        for (unsigned j = 0; j < DATA; ++j) {
            const uint32_t* from = word + at / 32 + j;
            const unsigned bits = j + 1 == DATA && W % 32 ? W % 32 : 32;
            value[j] = from[0] >> shift;
            if (shift + bits > 32) value[j] |= from[1] << 1 << (31 - shift);
            if (bits < 32) value[j] &= (1u << bits % 32) - 1;
        }
    }
};
template <class T>
inline void store(T& to, const uint32_t* from) { to = T(from[0]); }
inline void store(QData& to, const uint32_t* from) { to = from[0] | uint64_t(from[1]) << 32; }
template <std::size_t N>
inline void store(VlWide<N>& to, const uint32_t* from) { memcpy(&to[0], from, 4 * N); }
template <class T>
inline void load(const T& from, uint32_t* to) { to[0] = from; }
inline void load(const QData& from, uint32_t* to) { to[0] = uint32_t(from), to[1] = uint32_t(from >> 32); }
template <std::size_t N>
inline void load(const VlWide<N>& from, uint32_t* to) { memcpy(to, &from[0], 4 * N); }

#if TM_NETWORK
#define TM_PORT(name) local_##name
#else
#define TM_PORT(name) name
#endif

// One Verilated top.
struct Instance {
    std::unique_ptr<Vtm> model;
    Port in[LANES] = {};
    bool asleep = false;
    uint32_t patience = 0, backoff = 1;

    Vtm___024root& root() { return *model->rootp; }

    void drive() {
        Vtm___024root& top = root();
        Vector<1> valid, head, tail, credit;
        Vector<VCB> vc, credit_vc;
        DataVector data;
#pragma GCC unroll 16
        for (unsigned l = 0; l < LANES; ++l) {
            const uint32_t c = in[l].control;
            valid.put(l, c & 1);
            head.put(l, c >> 1 & 1);
            tail.put(l, c >> 2 & 1);
            vc.put(l, c >> 4 & 15);
            credit.put(l, c >> 8 & 1);
            credit_vc.put(l, c >> 12 & 15);
            data.put(l, in[l].data);
        }
        store(top.TM_PORT(in_valid), valid.word);
        store(top.TM_PORT(in_head), head.word);
        store(top.TM_PORT(in_tail), tail.word);
        store(top.TM_PORT(in_vc), vc.word);
        store(top.TM_PORT(in_data), data.word);
        store(top.TM_PORT(out_credit_valid), credit.word);
        store(top.TM_PORT(out_credit_vc), credit_vc.word);
    }

    void sample(Port* out, uint8_t* error) {
        Vtm___024root& top = root();
        Vector<1> valid, head, tail, credit;
        Vector<VCB> vc, credit_vc;
        DataVector data;
        load(top.TM_PORT(out_valid), valid.word);
        load(top.TM_PORT(out_head), head.word);
        load(top.TM_PORT(out_tail), tail.word);
        load(top.TM_PORT(out_vc), vc.word);
        load(top.TM_PORT(out_data), data.word);
        load(top.TM_PORT(in_credit_valid), credit.word);
        load(top.TM_PORT(in_credit_vc), credit_vc.word);
#pragma GCC unroll 16
        for (unsigned l = 0; l < LANES; ++l) {
            out[l].control = valid.get(l) | head.get(l) << 1 | tail.get(l) << 2 | vc.get(l) << 4 | credit.get(l) << 8 | credit_vc.get(l) << 12;
            data.get(l, out[l].data);
        }
#if TM_NETWORK
        Vector<3> errors;
        load(top.error, errors.word);
        for (unsigned l = 0; l < LANES; ++l) error[l] = uint8_t(errors.get(l));
#else
        *error = top.error;
#endif
    }

    void edge() {
        root().clk = 1;
        model->eval();
        root().clk = 0;
        model->eval();
    }

    void save(std::vector<char>& into) {
        into.resize(sizeof(Vtm__Syms));
        memcpy(into.data(), root().vlSymsp, sizeof(Vtm__Syms));
    }

    bool is_as(const std::vector<char>& before) { return memcmp(before.data(), root().vlSymsp, sizeof(Vtm__Syms)) == 0; }
};

// Instances that are clocked together.
struct Batch {
    Vtm___024root* changed[BATCH];  // their inputs are new
    Vtm___024root* clocked[BATCH];
    Instance* instances[BATCH];
    unsigned changes = 0, count = 0;

    void add(Instance& instance, bool change) {
        if (change) changed[changes++] = &instance.root();
        clocked[count] = &instance.root();
        instances[count++] = &instance;
    }

    void edge(bool phases) {
#if TM_PHASES
        if (phases) {
            tm_ico(changed, changes);
            tm_nba(clocked, count);
            return;
        }
#endif
        for (unsigned i = 0; i < count; ++i) instances[i]->edge();
    }
};

struct Net {
    uint32_t nodes = 0;
    bool phases = false;  // clock edges go the short way
    VerilatedContext context;
    std::vector<int32_t> upstream, downstream;  // by node * P + port: the output that feeds this input, the input that this output feeds
    std::vector<Instance> instances;
    std::vector<Interface> interfaces;
    std::vector<Port> ports[2];  // output registers, by clock parity
    std::vector<uint8_t> errors[2];
    std::vector<Flit> recent;
    std::vector<uint8_t> recent_at;
    std::unique_ptr<std::unique_ptr<uint64_t[]>[]> headers{new std::unique_ptr<uint64_t[]>[1u << 16]};
#if TM_TRACE
    std::unique_ptr<TraceFile> trace;
#endif
    std::string error;

    ~Net() {
#if TM_TRACE
        if (trace) trace->close();
        trace.reset();
#endif
        instances.clear();
    }
};

// Data of a head flit that the model shows.
uint64_t expected_header(const Net& net, size_t at, uint32_t number, const Frame& frame) {
    const Rewritten *low = frame.heads, *end = frame.heads + frame.head_count, *high = end;
    while (low != high) {
        const Rewritten* middle = low + (high - low) / 2;
        if (middle->at < at) low = middle + 1;
        else high = middle;
    }
    return low != end && low->at == at ? low->header : net.headers[number >> 16][number & 0xffff];
}

bool differs(Net& net, size_t at, uint32_t node, bool last_port, const Frame& frame, const Port& found, uint8_t error) {
    const uint64_t word = frame.words[at];
    if (seen(found.control) != (word & 0xffff)) return true;
    if (last_port && error) return true;
    if (!(word & 1)) return false;
    uint32_t expected[DATA];
    const uint32_t number = uint32_t(word >> 32);
    const unsigned index = word >> 16 & 63;
    flit_data(expected, number, index, index == 0 ? expected_header(net, at, number, frame) : 0);
    for (unsigned j = 0; j < DATA; ++j)
        if (expected[j] != found.data[j]) return true;
    net.recent[at * RECENT + net.recent_at[at]++ % RECENT] = Flit{frame.clock, word};
    return false;
}

void compare(Net& net, uint32_t node, const Frame& frame, const Port* found, uint8_t error, Totals& totals) {
    for (unsigned p = 0; p < P; ++p) {
        const size_t at = size_t(node) * P + p;
        totals.moved += found[p].control & 1;
        if (!frame.words || !differs(net, at, node, p + 1 == P, frame, found[p], error)) continue;
        if (totals.differences++ == 0 || at < totals.first) totals.first = at;
    }
}

// Packets created in this clock at nodes from `node` on go to their queues; `inbox` moves past those of `node`.
inline void receive(Interface& interface, uint32_t node, const Offer*& inbox, const Offer* end) {
    while (inbox != end && inbox->source == node) interface.queue.push_back(*inbox++);
}

const Offer* inbox_from(const Frame& frame, uint32_t node) {
    const Offer *low = frame.inbox, *high = frame.inbox + frame.offers;
    while (low != high) {
        const Offer* middle = low + (high - low) / 2;
        if (middle->source < node) low = middle + 1;
        else high = middle;
    }
    return low;
}

// Compares a node in this clock, lets its interface decide, and writes the wires of its ports to `in`.
void gather(Net& net, uint32_t node, const Frame& frame, const Offer*& inbox, const Offer* end, Port* in, Totals& totals) {
    const unsigned parity = frame.clock & 1;
    const Port* shown = net.ports[parity].data();
    const Port* mine = shown + size_t(node) * P;
    compare(net, node, frame, mine, net.errors[parity][node], totals);
    Interface& interface = net.interfaces[node];
    receive(interface, node, inbox, end);
    interface.step(mine[0], frame.flags & OPEN, totals);
    in[0] = interface.wire;
    for (unsigned p = 1; p < P; ++p) {
        const int32_t from = net.upstream[size_t(node) * P + p], to = net.downstream[size_t(node) * P + p];
        if (from >= 0) in[p] = shown[from];
        else in[p] = Port{};
        in[p].control = (in[p].control & FLIT) | (to >= 0 ? shown[to].control & CREDIT : 0);
    }
}

void step(Net& net, const Frame& frame, uint32_t first, uint32_t last, Totals& totals) {
    const unsigned next = ~frame.clock & 1;
    const Offer *inbox = inbox_from(frame, first), *end = frame.inbox + frame.offers;
#if TM_NETWORK
    if (first != 0 || last != net.nodes) throw std::logic_error("a network steps as one");
    Instance& instance = net.instances[0];
    for (uint32_t node = 0; node < net.nodes; ++node) gather(net, node, frame, inbox, end, instance.in + node, totals);
    instance.drive();
#if TM_TRACE
    instance.model->eval();
    if (net.trace) net.trace->dump(frame.clock * 10 + 5);
    instance.root().clk = 1;
    instance.model->eval();
    if (net.trace) net.trace->dump(frame.clock * 10 + 10);
    instance.root().clk = 0;
#else
    instance.edge();
#endif
    instance.sample(net.ports[next].data(), net.errors[next].data());
    ++totals.evaluated;
#elif TM_TRACE
    // The waveform shows in the second half of a clock the inputs that the edge at its end takes in.
    for (uint32_t node = first; node < last; ++node) {
        Instance& instance = net.instances[node];
        gather(net, node, frame, inbox, end, instance.in, totals);
        instance.drive();
        instance.root().clk = 0;
        instance.model->eval();
    }
    if (net.trace) net.trace->dump(frame.clock * 10 + 5);
    for (uint32_t node = first; node < last; ++node) {
        Instance& instance = net.instances[node];
        instance.root().clk = 1;
        instance.model->eval();
        instance.sample(&net.ports[next][size_t(node) * P], &net.errors[next][node]);
    }
    if (net.trace) net.trace->dump(frame.clock * 10 + 10);
    totals.evaluated += last - first;
#else
    if (last - first > BATCH) throw std::logic_error("too many nodes at once");
    thread_local std::vector<char> before[BATCH];
    uint32_t nodes[BATCH];
    bool tried[BATCH];
    Batch batch;
    for (uint32_t node = first; node < last; ++node) {
        Instance& instance = net.instances[node];
        Port in[P];
        gather(net, node, frame, inbox, end, in, totals);
        const bool same = memcmp(in, instance.in, sizeof in) == 0;
        // With the same inputs as in the clock before, an edge that changed no bit will change none again: the outputs
        // of both parities are what they are until an input changes.
        if (same && instance.asleep) continue;
        const unsigned i = batch.count;
        if (!same) {
            memcpy(instance.in, in, sizeof in);
            instance.drive();
            instance.asleep = false;
            instance.patience = 0;
            instance.backoff = 1;
        }
        tried[i] = same && frame.flags & SKIP_IDLE && instance.patience == 0;
        if (tried[i]) instance.save(before[i]);
        else if (instance.patience > 0) --instance.patience;
        nodes[i] = node;
        batch.add(instance, !same);
    }
    batch.edge(net.phases);
    for (unsigned i = 0; i < batch.count; ++i) {
        Instance& instance = *batch.instances[i];
        instance.sample(&net.ports[next][size_t(nodes[i]) * P], &net.errors[next][nodes[i]]);
        if (!tried[i]) continue;
        instance.asleep = instance.is_as(before[i]);
        instance.patience = instance.backoff;
        instance.backoff = instance.backoff < 64 ? instance.backoff * 2 : 64;
    }
    totals.evaluated += batch.count;
#endif
}

// Rules Z1 and Z2: clocks in reset with the node's address applied and every other input 0.
void reset(Net& net, unsigned clocks) {
    for (size_t i = 0; i < net.instances.size(); ++i) {
        Instance& instance = net.instances[i];
        instance.root().rst = 1;
        instance.root().clk = 0;
#if !TM_NETWORK
        const uint32_t address[2] = {uint32_t(i), 0};
        store(instance.root().node, address);
#endif
        instance.drive();
        instance.model->eval();
        for (unsigned t = 0; t < clocks; ++t) instance.edge();
        instance.root().rst = 0;
        // The address is taken in reset only: another value is on the wires from here on.
#if !TM_NETWORK
        const uint32_t other[2] = {uint32_t(~i) & ((1u << TM_ADDRESS % 32) - 1), 0};
        store(instance.root().node, other);
#endif
        instance.model->eval();
        instance.sample(&net.ports[0][i * P], &net.errors[0][i]);
    }
    net.ports[1] = net.ports[0];
    net.errors[1] = net.errors[0];
}

#if TM_PHASES
// Whether an edge by `tm_ico` and `tm_nba` does what `eval()` does: the same random inputs, half of them as in the clock before, both ways.
bool phases_agree() {
    VerilatedContext context;
    Verilated::threadContextp(&context);
    context.randReset(0);
    Instance pair[2];
    uint64_t random = 1;
    for (Instance& instance : pair) instance.model.reset(new Vtm(&context, "check"));
    for (unsigned clock = 0; clock < 400; ++clock) {
        const bool change = clock == 0 || clock == 8 || mix(++random) & 1;
        Port in[LANES];
        for (Port& port : in) {
            port.control = uint32_t(mix(++random)) & (mix(++random) | 0xfefe);
            for (unsigned j = 0; j < DATA; ++j) port.data[j] = uint32_t(mix(++random));
            if (W % 32) port.data[DATA - 1] &= (1u << W % 32) - 1;
            port.control &= 0x0107 | ((1u << VCB) - 1) << 4 | ((1u << VCB) - 1) << 12;
        }
        for (unsigned way = 0; way < 2; ++way) {
            Instance& instance = pair[way];
            instance.root().rst = clock < 8;
            if (change) {
                memcpy(instance.in, in, sizeof in);
                instance.drive();
            }
            if (way == 0 || clock < 8) {
                instance.edge();
                if (clock == 7) {
                    instance.root().rst = 0;
                    instance.model->eval();
                }
            } else {
                Batch batch;
                batch.add(instance, change);
                batch.edge(true);
            }
        }
        Port out[2][LANES];
        uint8_t error[2];
        for (unsigned way = 0; way < 2; ++way) pair[way].sample(out[way], &error[way]);
        if (clock >= 8 && (error[0] != error[1] || memcmp(out[0], out[1], sizeof out[0]) != 0)) return false;
    }
    return true;
}
#endif

template <class F>
int guarded(Net* net, F&& body) {
    try {
        body();
        return 0;
    } catch (const std::exception& e) {
        net->error = e.what();
        return 1;
    }
}

}  // namespace

// A Verilated model that calls $finish, $stop or $fatal, or does not settle, must not take the process with it.
void vl_finish(const char* file, int line, const char*) {
    throw std::runtime_error(std::string("$finish at ") + file + ":" + std::to_string(line));
}
void vl_stop(const char* file, int line, const char*) {
    throw std::runtime_error(std::string("$stop at ") + file + ":" + std::to_string(line));
}
void vl_fatal(const char* file, int line, const char*, const char* message) {
    throw std::runtime_error(std::string(message) + " at " + file + ":" + std::to_string(line));
}

#pragma GCC visibility push(default)
extern "C" {

// A network in the clock after reset. `upstream` and `downstream` hold nodes * ports entries, -1 where there is no link.
Net* tm_new(uint32_t nodes, const int32_t* upstream, const int32_t* downstream, uint32_t reset_clocks, int* failed) {
    Net* net = new Net;
    *failed = guarded(net, [&] {
        net->nodes = nodes;
        net->upstream.assign(upstream, upstream + size_t(nodes) * P);
        net->downstream.assign(downstream, downstream + size_t(nodes) * P);
        net->interfaces.resize(nodes);
        for (int i = 0; i < 2; ++i) {
            net->ports[i].resize(size_t(nodes) * P);
            net->errors[i].resize(nodes);
        }
        net->recent.resize(size_t(nodes) * P * RECENT, Flit{~0ull, 0});
        net->recent_at.resize(size_t(nodes) * P);
        // Registers that reset forgets start at random.
        net->context.randReset(2);
        net->context.randSeed(1);
        Verilated::threadContextp(&net->context);  // blocks of a hierarchical build ask for it
#if TM_TRACE
        net->context.traceEverOn(true);
#endif
        const uint32_t count = TM_NETWORK ? 1 : nodes;
        net->instances.reserve(count);
        for (uint32_t i = 0; i < count; ++i) {
            net->instances.emplace_back();
            const std::string name = TM_NETWORK ? std::string("network") : "node" + std::to_string(i);
            net->instances.back().model.reset(new Vtm(&net->context, name.c_str()));
        }
        reset(*net, reset_clocks);
    });
    return net;
}

void tm_free(Net* net) {
    if (Verilated::threadContextp() == &net->context) Verilated::threadContextp(nullptr);
    delete net;
}

const char* tm_error(const Net* net) { return net->error.c_str(); }

// The header of a packet, before a flit of it can be on a link.
void tm_header(Net* net, uint32_t number, uint64_t header) {
    auto& page = net->headers[number >> 16];
    if (!page) page.reset(new uint64_t[1 << 16]);
    page[number & 0xffff] = header;
}

// One clock of the nodes first..last. Different threads take different nodes of the same clock.
int tm_step(Net* net, const Frame* frame, uint32_t first, uint32_t last, Totals* totals) {
    return guarded(net, [&] { step(*net, *frame, first, last, *totals); });
}

// The output registers of a clock, `clock` the current one or the one before.
const void* tm_port(const Net* net, uint64_t clock, uint32_t node, uint32_t port) {
    return &net->ports[clock & 1][size_t(node) * P + port];
}

uint8_t tm_errors(const Net* net, uint64_t clock, uint32_t node) { return net->errors[clock & 1][node]; }

// Packets wholly in a source queue.
uint64_t tm_queued(const Net* net) {
    uint64_t n = 0;
    for (const Interface& i : net->interfaces) n += i.queue.size() - i.front;
    return n;
}

// The last flits at an output port that agreed with the model, oldest first; returns how many.
uint32_t tm_recent(const Net* net, uint32_t node, uint32_t port, Flit* into) {
    const size_t at = size_t(node) * P + port;
    uint32_t n = 0;
    for (unsigned i = 0; i < RECENT; ++i) {
        const Flit& flit = net->recent[at * RECENT + (net->recent_at[at] + i) % RECENT];
        if (flit.clock != ~0ull) into[n++] = flit;
    }
    return n;
}

uint32_t tm_recent_capacity() { return RECENT; }
uint32_t tm_batch() { return TM_NETWORK || TM_TRACE ? ~0u : BATCH; }

// Whether there is a shorter way through a clock edge than `eval()`, and it does the same.
int tm_short_way() {
#if TM_PHASES
    bool agree = false;
    try {
        agree = phases_agree();
    } catch (const std::exception&) {
    }
    Verilated::threadContextp(nullptr);
    return agree;
#else
    return 0;
#endif
}

// From the next clock on edges take it, or do not.
void tm_take_short_way(Net* net, int take) { net->phases = take && TM_PHASES; }

uint32_t tm_data_words() { return DATA; }

// Writes what happens in the given instances from the next clock on to a waveform file; 1 where the model was built without.
int tm_trace(Net* net, const char* path, const uint32_t* nodes, uint32_t count) {
#if TM_TRACE
    return guarded(net, [&] {
        net->trace.reset(new TraceFile);
        for (uint32_t i = 0; i < count; ++i) net->instances[TM_NETWORK ? 0 : nodes[i]].model->trace(net->trace.get(), 99);
        net->trace->open(path);
        if (!net->trace->isOpen()) throw std::runtime_error("cannot be written");
    });
#else
    net->error = "built without waveforms";
    (void)path, (void)nodes, (void)count;
    return 1;
#endif
}

void tm_trace_close(Net* net) {
#if TM_TRACE
    if (net->trace) net->trace->close();
    net->trace.reset();
#else
    (void)net;
#endif
}
}
#pragma GCC visibility pop
