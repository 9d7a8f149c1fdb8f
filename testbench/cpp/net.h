// A network of Verilated tops: their links, and what a node's ports carry and are compared with in a clock.

#pragma once

#include "instance.h"
#if TM_MULTICAST
#include "multicast.h"
#elif TM_AXI
#include "axi_users.h"
#elif !TM_AXI4

#include "plain.h"
#endif
#if TM_TRACE == 1
#include "verilated_vcd_c.h"
using TraceFile = VerilatedVcdC;
#elif TM_TRACE == 2
#include "verilated_fst_c.h"
using TraceFile = VerilatedFstC;
#endif

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace {

#if TM_AXI
#define TM_OWN_ADDRESS address
#else
#define TM_OWN_ADDRESS node
#endif

constexpr unsigned SLICED_CLOCKS = 16;  // clocks kept where links have registers, 8 at most: a power of two
constexpr unsigned RECENT = 8;          // flits remembered at each output port

struct Net {
    uint32_t nodes = 0;            // routers, or in network scope terminals
    std::vector<int32_t> terminals;  // by local port: its terminal, -1 where there is none
    std::vector<uint64_t> late;    // by node: clocks by which it leaves resets late; empty without resets
    uint32_t select = 0;  // on the input `mutsel` of a top that has one
    bool phases = false;  // clock edges go the short way
    VerilatedContext context;
    std::vector<int32_t> upstream, downstream;  // by node * P + port: the output that feeds this input, the input that this output feeds
    std::vector<Instance> instances;
    std::vector<Interface> interfaces;  // by local port
    Model model;
    std::vector<uint8_t> upstream_slices, downstream_slices;  // registers on the links of these (L5); empty if none has any
    uint32_t history = 1;                                     // of the clock: which of `ports` it has
    std::vector<std::vector<Port>> ports;                     // what the outputs show, by clock
    std::vector<Port> sent[2];                                // by the interfaces, by clock; with KEEP_SENT
    std::vector<uint8_t> errors[2];   // by local port
    std::vector<uint8_t> arrives[2];  // whether a local port shows a flit, by clock
    std::vector<Port> by_hand;  // in place of interface and links: what comes to the ports of every node that is stepped
    std::vector<Flit> recent;
    std::vector<uint8_t> recent_at;
#if TM_TRACE
    std::unique_ptr<TraceFile> trace;
#endif
    std::string error;

    // D6: `rst` is 1 at a node.
    bool in_reset(uint32_t node, const Frame& frame) const {
        return TM_AXI4 ? frame.reset == 0 : !late.empty() && late[node] >= frame.reset;
    }

    ~Net() {
#if TM_TRACE
        if (trace) trace->close();
        trace.reset();
#endif
        instances.clear();
    }
};

// After the edge that ends a clock: what the outputs of `count` nodes show in the next one.
void look(Net& net, uint64_t clock, Instance& instance, uint32_t first, uint32_t count) {
    const unsigned parity = ~clock & 1;
    Port* out = &net.ports[(clock + 1) & net.history][size_t(first) * P];
    instance.sample(out, &net.errors[parity][size_t(first) * L]);
    for (uint32_t n = 0; n < count; ++n)
        for (unsigned k = 0; k < L; ++k) net.arrives[parity][size_t(first + n) * L + k] = out[size_t(n) * P + k].control & 1;
}

void compare(Net& net, uint32_t node, const Frame& frame, const Port* found, const uint8_t* error, Totals& totals) {
    if (frame.words && Model::silent(frame, node, found, error)) return;
    for (unsigned p = 0; p < P; ++p) {
        const size_t at = size_t(node) * P + p;
        totals.moved += found[p].control & 1;
        if (!frame.words) continue;
        if (net.model.differs(frame, at, node, p, found[p], error)) {
            if (totals.differences++ == 0 || at < totals.first) totals.first = at;
        } else if (frame.words[at] & 1) {
            net.recent[at * RECENT + net.recent_at[at]++ % RECENT] = Flit{frame.clock, Model::kept(frame.words[at], found[p])};
        }
    }
}

// Packets created in this clock for local ports from `local` on go to their queues; `inbox` moves past those of `local`.
inline void receive(Interface& interface, uint32_t local, const Offer*& inbox, const Offer* end) {
    while (inbox != end && inbox->source == local) interface.offer(*inbox++);
}

const Offer* inbox_from(const Frame& frame, uint32_t local) {
    const Offer *low = frame.inbox, *high = frame.inbox + frame.offers;
    while (low != high) {
        const Offer* middle = low + (high - low) / 2;
        if (middle->source < local) low = middle + 1;
        else high = middle;
    }
    return low;
}

// Compares a node in this clock, lets its interfaces decide, and writes the wires of its ports to `in`.
void gather(Net& net, uint32_t node, const Frame& frame, const Offer*& inbox, const Offer* end, Port* in, Totals& totals) {
    const Port* shown = net.ports[frame.clock & net.history].data();
    const Port* mine = shown + size_t(node) * P;
    compare(net, node, frame, mine, &net.errors[frame.clock & 1][size_t(node) * L], totals);
    if (!net.by_hand.empty()) {
        std::copy(net.by_hand.begin(), net.by_hand.end(), in);
        return;
    }
    const uint32_t local = node * L;
    for (unsigned k = 0; k < L; ++k) {
        const int32_t terminal = net.terminals[local + k];
        if (terminal < 0) {
            in[k] = Port{};
            continue;
        }
        Interface& interface = net.interfaces[local + k];
        receive(interface, local + k, inbox, end);
        interface.step(frame, uint32_t(terminal), mine + k, totals, net.in_reset(node, frame));
        in[k] = interface.link(0);
        if (frame.flags & KEEP_SENT) net.sent[frame.clock & 1][local + k] = in[k];
    }
    for (unsigned p = L; p < P; ++p) {
        if (TM_MULTICAST && p + 1 == P) {
            in[p] = net.interfaces[node].link(p);
            continue;
        }
        const size_t at = size_t(node) * P + p;
        const int32_t from = net.upstream[at], to = net.downstream[at];
        const Port *flits = shown, *credits = shown;
        if (!net.upstream_slices.empty()) {
            const uint64_t flit_age = net.upstream_slices[at], credit_age = net.downstream_slices[at];
            flits = frame.clock < frame.since + flit_age ? nullptr : net.ports[(frame.clock - flit_age) & net.history].data();
            credits = frame.clock < frame.since + credit_age ? nullptr : net.ports[(frame.clock - credit_age) & net.history].data();
        }
        if (from >= 0 && flits) in[p] = flits[from];
        else in[p] = Port{};
        in[p].control = (in[p].control & FLIT) | (to >= 0 && credits ? credits[to].control & CREDIT : 0);
    }
}

}  // namespace
