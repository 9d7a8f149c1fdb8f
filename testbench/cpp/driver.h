// The random driver of a local port (docs/router.md, section 11): what a terminal sends, right and wrong, and when its sink gives credits back.

#pragma once

#include "frame.h"

#include <vector>

namespace {

constexpr unsigned M = TM_CLASSES;  // message classes: V / M VCs each (RC8)

// Packets first in, first out.
struct Queue {
    std::vector<Offer> packets;
    size_t front = 0;

    size_t size() const { return packets.size() - front; }

    const Offer& first() const { return packets[front]; }

    Offer take() {
        const Offer packet = packets[front++];
        if (front >= 64 && front * 2 > packets.size()) {
            packets.erase(packets.begin(), packets.begin() + front);
            front = 0;
        }
        return packet;
    }
};

// D1.
struct Dice {
    uint64_t state;

    Dice(uint64_t seed, uint64_t a, uint64_t b) : state(mix(mix(mix(seed) ^ a) ^ b)) {}

    uint64_t roll(unsigned k) const { return mix(state + k) >> 32; }
    uint32_t below(unsigned k, uint64_t m) const { return uint32_t(roll(k) * m >> 32); }
    bool hits(unsigned k, uint64_t q) const { return roll(k) < q; }
};

// A list of VCs, lowest first, of which a draw takes one.
struct Choice {
    unsigned vcs[V], count = 0;

    void add(unsigned v) { vcs[count++] = v; }
    bool has(unsigned v) const {
        for (unsigned i = 0; i < count; ++i)
            if (vcs[i] == v) return true;
        return false;
    }
    unsigned draw(const Dice& dice, unsigned k) const { return vcs[dice.below(k, count)]; }
};

enum Fault { OVERFLOW, NO_VC, HEAD_IN_PACKET, BODY_OUTSIDE, OWN_NODE, NO_NODE, LED_HOME, FAULTS };

// D6: clocks by which a router leaves resets late.
inline uint64_t lateness(const DriverSettings& settings, uint32_t router) {
    return Dice(settings.seed, (1ull << 63) + 2, router).below(1, settings.skew + 1);
}

// The packet on a VC of the local input, as the driver sees it.
struct Stream {
    bool open = false, wrong = false;
    uint32_t to_come = 0;  // flits of a wrong packet
    uint32_t index = 0;    // the next flit of another
    Offer packet{};
};

struct Driver {
    const DriverSettings settings;
    const uint32_t terminal;
    DriverCounts counts{};
    Stream streams[V];
    int credit[V];
    uint32_t held[V];  // D5
    unsigned previous = 0;
    // The VC of the last clock's flit if it was one of a packet to a wrong destination, and that of this clock's; or V.
    unsigned misled = V, misleads = V;

    Driver(const DriverSettings& settings, uint32_t terminal) : settings(settings), terminal(terminal) { reset(); }

    void reset() {
        for (unsigned v = 0; v < V; ++v) streams[v] = Stream{}, credit[v] = TM_DEPTH, held[v] = 0;
        previous = 0;
        misled = misleads = V;
    }

    // D6: what is on the links in a clock with `rst`.
    static void in_reset(Port& wire) {
        wire = Port{};
        wire.control = 1 | 2 | 4 | 0x100;
    }

    void step(const Frame& frame, const Port& local, Queue* queues, Port& wire, Totals& totals) {
        const Dice dice(settings.seed, terminal, frame.clock);
        const Dice mood(settings.seed, terminal, (1ull << 63) + frame.clock / 64);
        const bool open = frame.flags & OPEN;
        int room[V];
        for (unsigned v = 0; v < V; ++v) {
            room[v] = credit[v];
            if (local.control & 0x100 && (local.control >> 12 & 15) == v) credit[v] = ++room[v];
        }
        uint32_t control = wire.control & 0xf0fe;
        misled = misleads, misleads = V;
        if (!(open && dice.hits(1, settings.faults) && fault(dice, room, control, wire))) send(dice, mood, open, room, queues, control, wire, totals);
        sink(dice, mood, local, control);
        wire.control = control;
        if (local.control & 1 && local.control & 4) ++totals.finished;
    }

private:
    static void flit(uint32_t& control, bool head, bool tail, unsigned vc) { control = (control & ~0xffu) | 1 | head << 1 | tail << 2 | vc << 4; }

    // D3: a wrong flit, if its kind has a VC.
    bool fault(const Dice& dice, const int* room, uint32_t& control, Port& wire) {
        constexpr uint64_t CODES = 1ull << VCB, ADDRESSES = 1ull << TM_ADDRESS;
        Fault there[FAULTS];
        unsigned kinds = 0;
        there[kinds++] = OVERFLOW;
        if (V < CODES) there[kinds++] = NO_VC;
        there[kinds++] = HEAD_IN_PACKET;
        there[kinds++] = BODY_OUTSIDE;
        there[kinds++] = OWN_NODE;
        if (settings.nodes < ADDRESSES) there[kinds++] = NO_NODE;
        if (settings.rewrites) there[kinds++] = LED_HOME;
        const Fault kind = there[dice.below(2, kinds)];

        unsigned vc;
        if (kind == NO_VC) {
            vc = V + dice.below(3, CODES - V);
        } else {
            Choice choice;
            for (unsigned v = 0; v < V; ++v) {
                // The flit dropped a clock ago is in no buffer, and its credit not back (D2, E5).
                const bool suits = kind == OVERFLOW ? room[v] == 0 && v != misled : room[v] > 0 && streams[v].open == (kind == HEAD_IN_PACKET);
                if (suits) choice.add(v);
            }
            if (choice.count == 0) return false;
            vc = choice.draw(dice, 3);
        }

        bool head = true, tail = dice.hits(5, 1u << 31);
        if (kind == OVERFLOW || kind == NO_VC) head = dice.hits(4, 1u << 31);
        if (kind == BODY_OUTSIDE) head = false;
        uint64_t destination = (terminal + 1) % settings.nodes;
        if (kind == OWN_NODE) destination = terminal;
        if (kind == NO_NODE) destination = settings.nodes + dice.below(6, ADDRESSES - settings.nodes);
        if (kind >= OWN_NODE) {
            Stream& stream = streams[vc];
            stream.to_come = dice.below(5, 4);
            stream.open = stream.wrong = stream.to_come > 0;
            tail = !stream.open;
            misleads = vc;
            --credit[vc];
        }
        flit(control, head, tail, vc);
        memset(wire.data, 0, sizeof wire.data);
        if (head) wire.data[0] = uint32_t(destination);
        ++counts.faults[kind];
        ++counts.wrong;
        return true;
    }

    // D4.
    void send(const Dice& dice, const Dice& mood, bool open, const int* room, Queue* queues, uint32_t& control, Port& wire, Totals& totals) {
        constexpr uint64_t PACE[] = {1ull << 32, 1ull << 32, 3ull << 30, 1ull << 30}, STAY[] = {0, 1ull << 31, 15ull << 28};
        if (!dice.hits(7, PACE[mood.below(1, 4)])) return;
        Choice choice;
        for (unsigned v = 0; v < V; ++v) {
            if (room[v] > 0 && (streams[v].open || (open && queues[v / (V / M)].size() > 0))) choice.add(v);
        }
        if (choice.count == 0) return;
        const bool stays = choice.has(previous) && dice.hits(8, STAY[mood.below(2, 3)]);
        const unsigned vc = previous = stays ? previous : choice.draw(dice, 9);
        Stream& stream = streams[vc];
        if (stream.wrong) {
            const bool tail = --stream.to_come == 0;
            flit(control, false, tail, vc);
            memset(wire.data, 0, sizeof wire.data);
            if (tail) stream = Stream{};
            misleads = vc;
            --credit[vc];
            ++counts.wrong;
            return;
        }
        if (!stream.open) {
            stream.open = true, stream.index = 0;
            stream.packet = queues[vc / (V / M)].take();
            ++totals.started;
        }
        const bool tail = stream.index + 1 == stream.packet.flits;
        flit(control, stream.index == 0, tail, vc);
        flit_data(wire.data, stream.packet.number, stream.index, stream.packet.header);
        --credit[vc];
        ++counts.flits;
        ++stream.index;
        if (tail) stream = Stream{};
    }

    // D5.
    void sink(const Dice& dice, const Dice& mood, const Port& local, uint32_t& control) {
        constexpr uint64_t GIVE[] = {1ull << 32, 1ull << 32, 1ull << 31, 1ull << 29};
        Choice choice;
        for (unsigned v = 0; v < V; ++v)
            if (held[v] > 0) choice.add(v);
        if (choice.count > 0 && dice.hits(10, GIVE[mood.below(3, 4)])) {
            const unsigned v = choice.draw(dice, 11);
            --held[v];
            control = (control & 0xff) | 0x100 | v << 12;
        }
        const unsigned out = local.control >> 4 & 15;
        if (local.control & 1 && out < V) ++held[out];
    }
};

}  // namespace
