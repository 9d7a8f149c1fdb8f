// What a clock brings from outside, what is counted in it, and what flits carry (docs/router.md, N6).

#pragma once

#include "wires.h"

namespace {

struct Offer {
    uint32_t number, source;
    uint64_t header;  // data of flit 0
    uint64_t second;  // of flit 1, in the multicast router's packets
    uint32_t flits, flags;
};
// Of the multicast router's packets: leaves by port 9; is sent although sources are closed; has no number, and flits of zeros from 2 on.
constexpr uint32_t BY_PORT_9 = 1, ALWAYS = 2, BLANK = 4;

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
    const uint32_t (*data)[4];  // multicast router: data of the flits among the words, at the same index
    const uint32_t* streams;   // AXI4-Stream: what the users drive, by node: 1 tvalid, 2 tlast, 4 tready; tdest; tdata
    const uint32_t* expected;  // AXI4-Stream: tid, and data of the beats and flits among the words, at the same index
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

}  // namespace
