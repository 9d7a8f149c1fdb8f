// A plain router's side of the lock step: the network interface of a terminal, source and sink (docs/router.md, section 9) or a random driver, and the
// comparison.

#pragma once

#include "driver.h"

#include <memory>
#include <vector>

namespace {

// A head flit whose data is not that with which its packet was sent: rule RC7.
struct Rewritten {
    uint64_t at;  // node * P + port
    uint64_t header;
};

struct FrameExtras {
    const Rewritten* heads;  // all heads among the words where routers rewrite them, by `at`
    uint64_t head_count;
    const uint8_t* errors;  // `error` of each local port, or null where all are 0
};

// The network interface of a terminal: rules N1 to N5, or D1 to D6 where it has a driver.
struct Interface {
    std::unique_ptr<Driver> driver;
    Queue queues[M];
    Offer packet{};
    bool sending = false;
    unsigned vc = 0, index = 0;
    unsigned last = M - 1;  // the message class of the packet sent last
    uint32_t credit[V];
    uint32_t sunk = 0;  // the credit on the link: what was on the local output a clock ago
    Port wire{};        // the local link towards the router

    Interface() {
        for (unsigned v = 0; v < V; ++v) credit[v] = TM_DEPTH;
    }

    void drive(const DriverSettings& settings, uint32_t terminal) { driver.reset(new Driver(settings, terminal)); }

    void offer(const Offer& packet) { queues[packet.number % M].packets.push_back(packet); }

    const Port& link(unsigned) const { return wire; }

    size_t queued() const {
        size_t n = 0;
        for (const Queue& queue : queues) n += queue.size();
        return n;
    }

    // N3 with ORDER = 1: the VC of a packet.
    static unsigned ordered_vc(unsigned m, const Offer& packet) {
        unsigned share = 1;  // 2^b
        while (share * 2 <= V / M) share *= 2;
        const uint64_t destination = packet.header & ((1ull << TM_ADDRESS) - 1);
        return m * (V / M) + unsigned(destination & (share - 1));
    }

    // N3: a packet may start on VC v of its message class.
    bool has_room(unsigned v, unsigned m, const Offer& packet) const {
        if (TM_ORDER) return v == ordered_vc(m, packet) && credit[v] > 0;
        return credit[v] == TM_DEPTH || (credit[v] >= packet.flits && !(TM_REUSE_EMPTY >> v & 1));
    }

    // N3: starts a packet of message class m if there is one and a VC for it.
    bool start(unsigned m) {
        if (queues[m].size() == 0) return false;
        unsigned most = V;  // of the VCs with room, the one with the most credits
        for (unsigned v = m * (V / M); v < (m + 1) * (V / M); ++v)
            if (has_room(v, m, queues[m].first()) && (most == V || credit[v] > credit[most])) most = v;
        if (most == V) return false;
        packet = queues[m].take();
        sending = true, vc = most, index = 0, last = m;
        return true;
    }

    // Decides what is on the local link in this clock, from the router's local output and credit in it, and from its `rst`.
    void step(const Frame& frame, uint32_t, const Port* ports, Totals& totals, bool in_reset) {
        const bool open = frame.flags & OPEN;
        const Port& local = ports[0];
        if (in_reset) {
            if (local.control & 1 && local.control & 4) ++totals.finished;
            driver->reset();
            for (Queue& queue : queues) queue = Queue{};
            Driver::in_reset(wire);
            return;
        }
        if (driver) return driver->step(frame, local, queues, wire, totals);
        for (unsigned k = 1; !sending && open && k <= M; ++k) totals.started += start((last + k) % M);
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

// What the routers keep in a head behind the first of them is undefined: L4.
constexpr uint32_t OWN[DATA] = TM_OWN;

// What the model shows: the words of the frame, and heads by the number of their packet.
struct Model {
    std::unique_ptr<std::unique_ptr<uint64_t[]>[]> headers{new std::unique_ptr<uint64_t[]>[1u << 16]};

    void sent(uint32_t number, uint64_t header) {
        auto& page = headers[number >> 16];
        if (!page) page.reset(new uint64_t[1 << 16]);
        page[number & 0xffff] = header;
    }

    // Data of a head flit.
    uint64_t header(size_t at, uint32_t number, const FrameExtras& extras) const {
        const Rewritten *low = extras.heads, *end = extras.heads + extras.head_count, *high = end;
        while (low != high) {
            const Rewritten* middle = low + (high - low) / 2;
            if (middle->at < at) low = middle + 1;
            else high = middle;
        }
        return low != end && low->at == at ? low->header : headers[number >> 16][number & 0xffff];
    }

    // Neither side shows anything at a node. Most nodes are so in most clocks.
    static bool silent(const Frame& frame, uint32_t node, const Port* found, const uint8_t* error) {
        uint64_t any = 0;
        for (unsigned k = 0; k < L; ++k) any |= error[k] | (frame.extras->errors ? frame.extras->errors[size_t(node) * L + k] : 0);
        for (unsigned p = 0; p < P; ++p) any |= frame.words[size_t(node) * P + p] | (found[p].control & 0x101);
        return any == 0;
    }

    // `error` belongs to the last port.
    bool differs(const Frame& frame, size_t at, uint32_t node, unsigned port, const Port& found, const uint8_t* error) const {
        const uint64_t word = frame.words[at];
        if (seen(found.control) != (word & 0xffff)) return true;
        for (unsigned k = 0; port + 1 == P && k < L; ++k)
            if (error[k] != (frame.extras->errors ? frame.extras->errors[size_t(node) * L + k] : 0)) return true;
        if (!(word & 1)) return false;
        uint32_t expected[DATA];
        const uint32_t number = uint32_t(word >> 32);
        const unsigned index = word >> 16 & 255;
        flit_data(expected, number, index, index == 0 ? header(at, number, *frame.extras) : 0);
        for (unsigned j = 0; j < DATA; ++j)
            if ((expected[j] ^ found.data[j]) & ~(index == 0 ? OWN[j] : 0)) return true;
        return false;
    }

    static uint64_t kept(uint64_t word, const Port&) { return word; }
};

}  // namespace
