// A network with AXI4 interfaces: each node's signals are a record of words in the ports of the module around it. Users and comparison.

#pragma once

#include "Vtm___024root.h"
#include "frame.h"

namespace {

// Words of a record that are compared; behind them are what the checkers of both ports found, and whether a link moves.
constexpr unsigned SHOWN = TM_SHOWN;

void drive_records(Vtm___024root& top, const Port* in) {
    for (unsigned n = 0; n < LANES; ++n) memcpy(&top.driven[0] + size_t(n) * DATA, in[n].data, 4 * DATA);
}

void sample_records(Vtm___024root& top, Port* out, uint8_t* error) {
    for (unsigned n = 0; n < LANES; ++n) {
        memcpy(out[n].data, &top.shown[0] + size_t(n) * DATA, 4 * DATA);
        out[n].control = out[n].data[SHOWN + 2] & 1;
        error[n] = 0;
    }
}

struct FrameExtras {
    const uint32_t* driven;    // records of what the users drive
    const uint32_t* expected;  // records of what the model shows
};

struct Interface {
    Port wire{};

    void offer(const Offer&) {}

    const Port& link(unsigned) const { return wire; }

    size_t queued() const { return 0; }

    void step(const Frame& frame, uint32_t node, const Port*, Totals&, bool) {
        memcpy(wire.data, frame.extras->driven + size_t(node) * DATA, sizeof wire.data);
    }
};

struct Model {
    void sent(uint32_t, uint64_t) {}

    bool differs(const Frame& frame, size_t at, uint32_t, unsigned, const Port& found, const uint8_t*) const {
        return memcmp(found.data, frame.extras->expected + at * DATA, 4 * SHOWN) != 0;
    }

    static bool silent(const Frame&, uint32_t, const Port*, const uint8_t*) { return false; }

    static uint64_t kept(uint64_t word, const Port& found) { return with_data(word, found); }
};

}  // namespace
