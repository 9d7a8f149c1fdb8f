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
    uint32_t nodes = 0;
    uint32_t select = 0;  // on the input `mutsel` of a top that has one
    bool phases = false;  // clock edges go the short way
    VerilatedContext context;
    std::vector<int32_t> upstream, downstream;  // by node * P + port: the output that feeds this input, the input that this output feeds
    std::vector<Instance> instances;
    std::vector<Interface> interfaces;
    Model model;
    std::vector<uint8_t> upstream_slices, downstream_slices;  // registers on the links of these (L5); empty if none has any
    uint32_t history = 1;                                     // of the clock: which of `ports` it has
    std::vector<std::vector<Port>> ports;                     // what the outputs show, by clock
    std::vector<Port> sent[2];                                // by the interfaces to port 0, by clock; where nothing is compared
    std::vector<uint8_t> errors[2];
    std::vector<uint8_t> arrives[2];  // whether port 0 of a node shows a flit, by clock
    std::vector<Port> by_hand;  // in place of interface and links: what comes to the ports of every node that is stepped
    std::vector<Flit> recent;
    std::vector<uint8_t> recent_at;
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

// After the edge that ends a clock: what the outputs of `count` nodes show in the next one.
void look(Net& net, uint64_t clock, Instance& instance, uint32_t first, uint32_t count) {
    const unsigned parity = ~clock & 1;
    Port* out = &net.ports[(clock + 1) & net.history][size_t(first) * P];
    instance.sample(out, &net.errors[parity][first]);
    for (uint32_t k = 0; k < count; ++k) net.arrives[parity][first + k] = out[size_t(k) * P].control & 1;
}

void compare(Net& net, uint32_t node, const Frame& frame, const Port* found, uint8_t error, Totals& totals) {
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

// Packets created in this clock at nodes from `node` on go to their queues; `inbox` moves past those of `node`.
inline void receive(Interface& interface, uint32_t node, const Offer*& inbox, const Offer* end) {
    while (inbox != end && inbox->source == node) interface.offer(*inbox++);
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
    const Port* shown = net.ports[frame.clock & net.history].data();
    const Port* mine = shown + size_t(node) * P;
    compare(net, node, frame, mine, net.errors[frame.clock & 1][node], totals);
    if (!net.by_hand.empty()) {
        std::copy(net.by_hand.begin(), net.by_hand.end(), in);
        return;
    }
    Interface& interface = net.interfaces[node];
    receive(interface, node, inbox, end);
    interface.step(frame, node, mine, totals);
    if (!frame.words) net.sent[frame.clock & 1][node] = interface.link(0);
    for (unsigned p = 0; p < P; ++p) {
        if (p == 0 || (TM_MULTICAST && p + 1 == P)) {
            in[p] = interface.link(p);
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
