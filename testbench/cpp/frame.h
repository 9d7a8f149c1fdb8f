// What a clock brings from outside, what is counted in it, and what flits carry (docs/router.md, N6). The structs are those of
// binding/layout.rs, whose assertions are compiled with the shim.

#pragma once

#include "wires.h"

#include <cstddef>

namespace {

struct Offer {
    uint32_t number, source;  // `source`: the local port, node * L + k
    uint64_t header;  // data of flit 0
    uint64_t second;  // of flit 1, in the multicast router's packets
    uint32_t flits, flags;
};
// Of the multicast router's packets: leaves by port 9; is sent although sources are closed; has no number, and flits of zeros from 2 on.
constexpr uint32_t BY_PORT_9 = 1, ALWAYS = 2, BLANK = 4;

// What only designs of one kind have: plain.h, multicast.h, axi_users.h.
struct FrameExtras;

struct Frame {
    uint64_t clock;
    uint64_t reset;         // clocks since `rst` was 1 at all nodes, 0 in a clock in which it is, ~0 if that was never
    uint64_t since;         // what was on links before this clock is gone: a reset
    const uint64_t* words;  // the model's outputs in this clock, or null
    const Offer* inbox;     // packets created in this clock, by source
    const FrameExtras* extras;
    uint32_t offers;
    uint32_t flags;  // 1: sources may start packets; 2: idle instances need not be evaluated; 4: `clear_error` is 1; 8: what interfaces send is kept
};
constexpr uint32_t OPEN = 1, SKIP_IDLE = 2, CLEAR = 4, KEEP_SENT = 8;

// What all random drivers are told (docs/router.md, section 11).
struct DriverSettings {
    uint64_t seed;
    uint64_t faults;  // P in 2^32
    uint64_t skew;    // K
    uint32_t nodes;
    uint32_t rewrites;  // 1: RC7
};

// What they have sent.
struct DriverCounts {
    uint64_t flits;      // of packets
    uint64_t wrong;      // all others
    uint64_t faults[7];  // by kind: D3
};

struct Totals {
    uint64_t differences;  // ports that differ from the model
    uint64_t first;        // lowest node * ports + port of them
    uint64_t moved;        // flits in output registers
    uint64_t started;      // packets whose head was sent into the network
    uint64_t finished;     // tails at local outputs
    uint64_t evaluated;    // instances that were evaluated
};

// A flit that an output port showed: the link's wires but the data in the low 16 bits of the word.
struct Flit {
    uint64_t clock, word;
};

// `Flit::word` with the low bits of the data.
inline uint64_t with_data(uint64_t word, const Port& port) {
    return (word & 0xffff) | (port.data[0] | uint64_t(port.data[DATA > 1]) << 32) << 16;
}

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
