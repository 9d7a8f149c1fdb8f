// The network interface of a node: source and sink (docs/router.md, section 9).

#pragma once

#include "frame.h"

#include <vector>

namespace {

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

    void offer(const Offer& packet) { queue.push_back(packet); }

    const Port& link(unsigned) const { return wire; }

    size_t queued() const { return queue.size() - front; }

    // Decides what is on the local link in this clock, from the router's local output and credit in it.
    void step(const Port* ports, bool open, Totals& totals) {
        const Port& local = ports[0];
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
