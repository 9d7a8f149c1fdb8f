// The network interface of a node: source and sink (docs/router.md, section 9), and what is offered to it and counted.

#pragma once

#include "wires.h"

#include <vector>

namespace {

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

}  // namespace
