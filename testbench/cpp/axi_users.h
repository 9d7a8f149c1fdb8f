// The AXI4-Stream side of the lock step: what the users at a node's streams drive (docs/axi_interface.md), and the comparison.

#pragma once

#include "frame.h"

namespace {

struct FrameExtras {
    const uint32_t* driven;    // what the users drive, by node: 1 tvalid, 2 tlast, 4 tready; tdest; tuser; tkeep; tdata
    const uint32_t* expected;  // tid, tuser, tkeep, and data of the beats and flits among the words, at the same index
};

struct Interface {
    Port wire{};

    void offer(const Offer&) {}

    const Port& link(unsigned) const { return wire; }

    size_t queued() const { return 0; }

    void step(const Frame& frame, uint32_t node, const Port*, Totals&, bool) {
        const uint32_t* from = frame.extras->driven + size_t(node) * (6 + DATA);
        wire.control = from[0], wire.dest = from[1];
        memcpy(wire.user, from + 2, sizeof wire.user);
        memcpy(wire.keep, from + 4, sizeof wire.keep);
        memcpy(wire.data, from + 6, sizeof wire.data);
    }
};

// What the routers keep in a head behind the first of them is undefined: L4.
constexpr uint32_t OWN[DATA] = TM_OWN;

// What the model shows. The words hold `error` from bit 16 up at port 0. `tdest` is the node's own address in every clock (M2).
struct Model {
    void sent(uint32_t, uint64_t) {}

    bool differs(const Frame& frame, size_t at, uint32_t node, unsigned port, const Port& found, const uint8_t* error) const {
        const uint64_t word = frame.words[at];
        const uint32_t* expected = frame.extras->expected + at * (5 + DATA);
        if (port == 0) {
            if ((found.control & (found.control & 1 ? 7 : 5)) != (word & 7)) return true;
            if (found.dest != node || *error != (word >> 16 & 63)) return true;
            if (word & 1 && found.id != expected[0]) return true;
            if (word & 1 && (memcmp(found.user, expected + 1, sizeof found.user) || memcmp(found.keep, expected + 3, sizeof found.keep))) return true;
        } else if (seen(found.control) != (word & 0xffff)) {
            return true;
        }
        if (!(word & 1)) return false;
        const bool head = port != 0 && found.control & 2;
        for (uint32_t j = 0; j < DATA; ++j)
            if ((expected[5 + j] ^ found.data[j]) & ~(head ? OWN[j] : 0)) return true;
        return false;
    }

    static bool silent(const Frame&, uint32_t, const Port*, const uint8_t*) { return false; }

    static uint64_t kept(uint64_t word, const Port& found) { return with_data(word, found); }
};

}  // namespace
