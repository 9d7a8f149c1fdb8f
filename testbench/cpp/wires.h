// The wires of a port as the test bench holds them, and as the Verilated top does: in vectors of all ports (docs/router.md, L1).

#pragma once

#include "params.h"
#include <verilated.h>

#include <cstdint>
#include <cstring>

namespace {

constexpr unsigned P = TM_PORTS;   // ports compared at a node: all of them, or in network scope the local one
constexpr unsigned L = TM_LOCALS;  // of them with an interface each, from 0 up
constexpr unsigned V = TM_VCS;
constexpr unsigned VCB = TM_VCB;
constexpr unsigned W = TM_WIDTH;
constexpr unsigned S = TM_STREAM;  // bits of tdata, 0 without streams
constexpr unsigned DATA = ((W > S ? W : S) + 31) / 32;
constexpr unsigned LANES = TM_NETWORK ? TM_NODES : TM_PORTS;  // slices of the top's port vectors

// Wires of a port, packed like the low half of the model's words: bit 0 flit valid, 1 head, 2 tail, 4..8 VC;
// 8 credit valid, 12..16 credit VC. What a field shows while its valid bit is 0 is passed on as it is.
// With AXI4-Stream interfaces port 0 is the node's streams: bit 0 tvalid, 1 tlast, 2 the tready of the other stream.
struct Port {
    uint32_t control;
#if TM_AXI
    uint32_t dest, id;          // tdest, tid
    uint32_t user[2], keep[2];  // tuser, tkeep
#endif
    uint32_t data[DATA];
};
constexpr uint32_t FLIT = 0x00ff, CREDIT = 0xff00;

inline uint32_t seen(uint32_t control) {
    return control & ((control & 1 ? 0x00f7u : 0) | (control & 0x100 ? 0xf100u : 0));
}

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

}  // namespace
