// The bridge between the test bench and the Verilated model (docs/router.md, sections 1, 2, 8 and 9; docs/multicast_router.md).
//
// In router scope there is one instance of the router per node and the links are here; in network scope there is one
// instance of the generated network and only the network interfaces are here. Everything that is driven into the Verilog
// comes from the Verilog's own outputs and from the packets offered; the model's words are only compared with.
//
// `params.h` is generated: TM_NETWORK, TM_NODES (network scope), TM_PORTS, TM_LOCALS, TM_NODE_BITS (of the router's address), TM_VCS, TM_CLASSES (message classes), TM_VCB, TM_WIDTH, TM_DEPTH,
// TM_REUSE_EMPTY, TM_ADDRESS, TM_STREAM, TM_USER (bits of tdata and tuser, or 0), TM_TKEEP, TM_OWN (a head's own bits, L4, in words as in `Port`), TM_MULTICAST (the
// multicast router: two local ports), TM_AXI (AXI4-Stream interfaces at the local ports), TM_AXI4 and TM_SHOWN (AXI4 interfaces, axi4.h), TM_TRACE (0, 1 VCD, 2 FST),
// TM_LAYOUT (assertions on the structs that the test bench knows too). `phases.h` says with TM_PHASES whether `tm_ico` and `tm_nba` are there, with TM_ASSERTIONS
// whether assertions are checked, and with TM_COVERAGE whether Verilator counts what runs.

#include "net.h"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <string>

namespace {

// Rules Z1 and Z2: `rst`, and the node's address, which is taken in reset only: with `rst` = 0 another value is on the wires.
void set_reset(Instance& instance, size_t node, bool rst) {
    instance.root().rst = rst;
#if TM_NETWORK
    (void)node;
#else
    const uint32_t address[2] = {uint32_t(rst ? node : ~node) & uint32_t((1ull << TM_NODE_BITS) - 1), 0};
    store(instance.root().TM_OWN_ADDRESS, address);
#endif
}

void step(Net& net, const Frame& frame, uint32_t first, uint32_t last, Totals& totals) {
    const bool clear = frame.flags & CLEAR;
    const unsigned next = (frame.clock + 1) & net.history;
    const Offer *inbox = inbox_from(frame, first * L), *end = frame.inbox + frame.offers;
#if TM_NETWORK
    if (first != 0 || last != net.nodes) throw std::logic_error("a network steps as one");
    Instance& instance = net.instances[0];
    for (uint32_t node = 0; node < net.nodes; ++node) gather(net, node, frame, inbox, end, instance.in + node, totals);
    const bool rst = net.in_reset(0, frame);  // there is one `rst`, and no skew
    if (rst) set_reset(instance, 0, true);
    instance.set_errors_back(clear);
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
    look(net, frame.clock, instance, 0, net.nodes);
    if (rst) set_reset(instance, 0, false);
    ++totals.evaluated;
#elif TM_TRACE
    // The waveform shows in the second half of a clock the inputs that the edge at its end takes in.
    for (uint32_t node = first; node < last; ++node) {
        Instance& instance = net.instances[node];
        gather(net, node, frame, inbox, end, instance.in, totals);
        if (net.in_reset(node, frame)) set_reset(instance, node, true);
        instance.set_errors_back(clear);
        instance.drive();
        instance.root().clk = 0;
        instance.model->eval();
    }
    if (net.trace) net.trace->dump(frame.clock * 10 + 5);
    for (uint32_t node = first; node < last; ++node) {
        Instance& instance = net.instances[node];
        instance.root().clk = 1;
        instance.model->eval();
        look(net, frame.clock, instance, node, 1);
        if (net.in_reset(node, frame)) set_reset(instance, node, false);
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
        if (net.in_reset(node, frame)) {
            memcpy(instance.in, in, sizeof in);
            set_reset(instance, node, true);
            instance.set_errors_back(clear);
            instance.drive();
            instance.model->eval();
            instance.edge();
            look(net, frame.clock, instance, node, 1);
            set_reset(instance, node, false);
            instance.model->eval();
            instance.asleep = false;
            ++totals.evaluated;
            continue;
        }
        const bool same = memcmp(in, instance.in, sizeof in) == 0 && clear == instance.clear;
        // With the same inputs as in the clock before, an edge that changed no bit will change none again: the outputs
        // of all clocks kept are what they are until an input changes; but of more than two, one is older than the sleep.
        if (same && instance.asleep) {
            if (net.history > 1) {
                const Port* now = &net.ports[frame.clock & net.history][size_t(node) * P];
                std::copy(now, now + P, &net.ports[next][size_t(node) * P]);
            }
            continue;
        }
        const unsigned i = batch.count;
        if (!same) {
            memcpy(instance.in, in, sizeof in);
            instance.set_errors_back(clear);
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
        look(net, frame.clock, instance, nodes[i], 1);
        if (!tried[i]) continue;
        instance.asleep = instance.is_as(before[i]);
        instance.patience = instance.backoff;
        instance.backoff = instance.backoff < 64 ? instance.backoff * 2 : 64;
    }
    totals.evaluated += batch.count;
#endif
}

// The mutant that a netlist of several is to be: it has an input for that, other tops have none.
template <class T>
auto select_mutant(T& top, uint32_t number, int) -> decltype(void(top.mutsel)) {
    const uint32_t word[2] = {number, 0};
    store(top.mutsel, word);
}
template <class T>
void select_mutant(T&, uint32_t, long) {}

// Clocks in reset with every other input 0.
void reset(Net& net, unsigned clocks) {
    for (size_t i = 0; i < net.instances.size(); ++i) {
        Instance& instance = net.instances[i];
        instance.root().clk = 0;
        select_mutant(instance.root(), net.select, 0);
        set_reset(instance, i, true);
        instance.set_errors_back(false);
        instance.drive();
        instance.model->eval();
        for (unsigned t = 0; t < clocks; ++t) instance.edge();
        set_reset(instance, i, false);
        instance.model->eval();
        look(net, ~0ull, instance, uint32_t(i), TM_NETWORK ? net.nodes : 1);
    }
    if (net.history == 1) net.ports[1] = net.ports[0];
    net.errors[1] = net.errors[0];
    net.arrives[1] = net.arrives[0];
}

TM_LAYOUT
static_assert(sizeof(Port) == 4 * (1 + (TM_AXI ? 6 : 0) + DATA) && alignof(Port) == 4, "a port is `control` and words of data");

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

// A network in the clock after reset. `terminals` holds nodes * L entries, -1 for a local port without one; `upstream` and `downstream` hold nodes * ports entries, -1 where there is no link; `slices`, if not null, twice as
// many: the registers on the links upstream and on those downstream. `select`: the mutant, where the design has some.
Net* tm_new(uint32_t nodes, const int32_t* terminals, const int32_t* upstream, const int32_t* downstream, const uint8_t* slices, uint32_t select, uint32_t reset_clocks,
            int* failed) {
    Net* net = new Net;
    *failed = guarded(net, [&] {
        net->nodes = nodes;
        net->select = select;
        net->upstream.assign(upstream, upstream + size_t(nodes) * P);
        net->downstream.assign(downstream, downstream + size_t(nodes) * P);
        if (slices) {
            const size_t links = size_t(nodes) * P;
            net->upstream_slices.assign(slices, slices + links);
            net->downstream_slices.assign(slices + links, slices + 2 * links);
            net->history = SLICED_CLOCKS - 1;
        }
        const size_t locals = size_t(nodes) * L;
        net->terminals.assign(terminals, terminals + locals);
        net->interfaces.resize(locals);
        net->ports.assign(net->history + 1, std::vector<Port>(size_t(nodes) * P));
        for (auto& errors : net->errors) errors.resize(locals);
        for (auto& arrives : net->arrives) arrives.resize(locals);
        for (auto& sent : net->sent) sent.resize(locals);
        net->recent.resize(size_t(nodes) * P * RECENT, Flit{~0ull, 0});
        net->recent_at.resize(size_t(nodes) * P);
        // Registers that reset forgets start at random, the same in each run. Verilator has one sequence for the whole process, which a seed begins
        // anew: networks that threads make at once must not begin one another's.
        static std::mutex seeded;
        const std::lock_guard<std::mutex> alone(seeded);
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

// The header with which the model sends a packet, before a flit of it can be on a link.
void tm_header(Net* net, uint32_t number, uint64_t header) { net->model.sent(number, header); }

// One clock of the nodes first..last. Different threads take different nodes of the same clock.
int tm_step(Net* net, const Frame* frame, uint32_t first, uint32_t last, Totals* totals) {
    return guarded(net, [&] { step(*net, *frame, first, last, *totals); });
}

// What the outputs show in a clock, `clock` the current one or the one before.
const void* tm_port(const Net* net, uint64_t clock, uint32_t node, uint32_t port) {
    return &net->ports[clock & net->history][size_t(node) * P + port];
}

// What the interface at a local port sent in a clock, `clock` the one before the current one.
const void* tm_sent(const Net* net, uint64_t clock, uint32_t local) { return &net->sent[clock & 1][local]; }

// Whether each local port shows a flit in a clock, `clock` the current one or the one before; a byte each.
const uint8_t* tm_arrives(const Net* net, uint64_t clock) { return net->arrives[clock & 1].data(); }

uint8_t tm_errors(const Net* net, uint64_t clock, uint32_t local) { return net->errors[clock & 1][local]; }

// Packets wholly in a source queue.
uint64_t tm_queued(const Net* net) {
    uint64_t n = 0;
    for (const Interface& i : net->interfaces) n += i.queued();
    return n;
}

// Puts random drivers in place of the network interfaces, in the clock after reset; 1 where a design cannot have them.
int tm_drive(Net* net, const DriverSettings* settings) {
#if TM_MULTICAST || TM_AXI || TM_AXI4
    net->error = "no random drivers here";
    (void)settings;
    return 1;
#else
    for (uint32_t node = 0; node < net->nodes; ++node) net->late.push_back(lateness(*settings, node));
    for (size_t local = 0; local < net->terminals.size(); ++local)
        if (net->terminals[local] >= 0) net->interfaces[local].drive(*settings, uint32_t(net->terminals[local]));
    return 0;
#endif
}

// What they have sent in all.
void tm_driven(const Net* net, DriverCounts* into) {
    *into = DriverCounts{};
#if !TM_MULTICAST && !TM_AXI && !TM_AXI4
    for (const Interface& interface : net->interfaces) {
        if (!interface.driver) continue;
        const DriverCounts& counts = interface.driver->counts;
        into->flits += counts.flits;
        into->wrong += counts.wrong;
        for (unsigned kind = 0; kind < FAULTS; ++kind) into->faults[kind] += counts.faults[kind];
    }
#else
    (void)net;
#endif
}

// What comes to the ports in the next clock, from now on in place of interfaces and links.
void tm_by_hand(Net* net, const void* ports) {
    const Port* all = static_cast<const Port*>(ports);
    net->by_hand.assign(all, all + P);
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

// Words of a port behind `control`.
uint32_t tm_data_words() { return sizeof(Port) / sizeof(uint32_t) - 1; }

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

// Writes what ran so far to a file; 1 where the model was built without counts.
int tm_coverage(Net* net, const char* path) {
#if TM_COVERAGE
    return guarded(net, [&] { net->context.coveragep()->write(path); });
#else
    net->error = "built without coverage";
    (void)path;
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
