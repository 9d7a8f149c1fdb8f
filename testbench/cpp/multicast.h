// A multicast router's side of the lock step: the network interfaces of a node, ports 0 and 9 (docs/multicast_router.md, section 9), and the
// comparison.
//
// Restarts and report packets come from outside with the offers: they are at most one a clock, and need the packets of other nodes.

#pragma once

#include "frame.h"

#include <deque>

namespace {

struct FrameExtras {
    const uint32_t (*data)[4];  // of the flits among the words, at the same index
};

constexpr unsigned MESSAGE = 3;       // the VC of messages, P2
constexpr uint32_t MULTICAST = 1;     // `type` in flit 0, F1
constexpr unsigned TAG_IN_HEAD = 8;   // lowest bit of `tag` in flit 0, F1
constexpr unsigned TAG_IN_ACK = 2;    // and in a message, F3
constexpr uint32_t TAG_MASK = 127;

// What a link carries, from its fields.
inline uint32_t on_link(unsigned vc, bool head, bool tail) { return 1u | head << 1 | tail << 2 | vc << 4; }

// The interface at one of the local ports.
struct Element {
    std::deque<Offer> queue;
    std::deque<uint32_t> acks;  // tags, N3
    Offer packet{};
    bool sending = false;
    bool free[4] = {true, true, false, true};  // N2
    unsigned vc = 0, index = 0;
    uint32_t head[2] = {};      // flit 0 of the packet that comes in on a VC: its low bits
    uint32_t credit = 0;        // on the link in this clock, N4
    Port wire{};                // the link towards the router

    bool has_job(bool open, size_t& at) const {
        for (at = 0; at < queue.size(); ++at)
            if (open || queue[at].flags & ALWAYS) return true;
        return false;
    }

    void start(bool open, Totals& totals) {
        size_t at;
        if (!(free[0] || free[1]) || !has_job(open, at)) return;
        packet = queue[at];
        queue.erase(queue.begin() + at);
        vc = free[0] ? 0 : 1;
        free[vc] = false;
        sending = true, index = 0;
        totals.started += !(packet.flags & ALWAYS);
    }

    void put(uint64_t low) {
        memset(wire.data, 0, sizeof wire.data);
        wire.data[0] = uint32_t(low), wire.data[1] = uint32_t(low >> 32);
    }

    void flit() {
        if (index < 2) put(index == 0 ? packet.header : packet.second);
        else if (packet.flags & BLANK) put(0);
        else flit_data(wire.data, packet.number, index, 0);
    }

    // Decides what is on the link in this clock, from what the router shows in it and what it showed before.
    void step(const Port& local, bool open, Totals& totals) {
        uint32_t flit_control = wire.control & 0xfe;
        if (free[MESSAGE] && !acks.empty()) {  // N3
            free[MESSAGE] = false;
            flit_control = on_link(MESSAGE, true, true);
            put(acks.front() << TAG_IN_ACK);
            acks.pop_front();
        } else {
            if (!sending) start(open, totals);
            if (sending) {
                const bool tail = index + 1 == packet.flits;
                flit_control = on_link(vc, index == 0, tail);
                flit();
                ++index;
                sending = !tail;
            }
        }
        wire.control = flit_control | credit;
        see(local, totals);
    }

    // What the router shows in this clock counts from the next one on.
    void see(const Port& local, Totals& totals) {
        const uint32_t c = local.control;
        if (c & 0x100) free[c >> 12 & 3] = true;
        credit &= 0xf000;
        if (!(c & 1)) return;
        const unsigned from = c >> 4 & 3;
        if (from != MESSAGE) {
            if (c & 2) head[from & 1] = local.data[0];
            if (!(c & 4)) return;
            ++totals.finished;
            const uint32_t flit0 = head[from & 1];
            if ((flit0 & 3) == MULTICAST) acks.push_back(flit0 >> TAG_IN_HEAD & TAG_MASK);  // A6
        }
        credit = 0x100 | from << 12;
    }
};

// Both of a node.
struct Interface {
    Element elements[2];


    void offer(const Offer& packet) { elements[packet.flags & BY_PORT_9].queue.push_back(packet); }

    const Port& link(unsigned port) const { return elements[port != 0].wire; }

    size_t queued() const {
        size_t n = 0;
        for (const Element& element : elements)
            for (const Offer& offer : element.queue) n += !(offer.flags & ALWAYS);
        return n;
    }

    void step(const Frame& frame, uint32_t, const Port* ports, Totals& totals, bool) {
        const bool open = frame.flags & OPEN;
        elements[0].step(ports[0], open, totals);
        elements[1].step(ports[TM_PORTS - 1], open, totals);
    }
};

// What the model shows. The words hold the `error` bits of the router from bit 16 up at its last port.
struct Model {
    void sent(uint32_t, uint64_t) {}

    bool differs(const Frame& frame, size_t at, uint32_t, unsigned port, const Port& found, const uint8_t* error) const {
        const uint64_t word = frame.words[at];
        if (seen(found.control) != (word & 0xffff)) return true;
        if (port + 1 == P && *error != (word >> 16 & 15)) return true;
        if (!(word & 1)) return false;
        for (unsigned j = 0; j < DATA; ++j)
            if (frame.extras->data[at][j] != found.data[j]) return true;
        return false;
    }

    static bool silent(const Frame&, uint32_t, const Port*, const uint8_t*) { return false; }

    static uint64_t kept(uint64_t word, const Port& found) { return with_data(word, found); }
};

}  // namespace
