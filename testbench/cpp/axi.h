// The top's ports where AXI4-Stream interfaces stand at the local ports (docs/axi_interface.md): streams, and in router scope the links in bundles.

#pragma once

#include "Vtm___024root.h"
#include "wires.h"

namespace {

constexpr unsigned A = TM_ADDRESS;
constexpr unsigned U = TM_USER;  // bits of tuser
constexpr unsigned STREAMS = TM_NETWORK ? TM_NODES : 1;
constexpr unsigned LINKS = TM_NETWORK ? 0 : P - 1;
constexpr unsigned FLIT_BITS = 3 + VCB + W, CREDIT_BITS = 1 + VCB;
constexpr unsigned ERROR_BITS = 6;  // the router's three, above them the interface's

// Fields side by side in 32-bit words.
template <unsigned BITS>
struct Bundle {
    uint32_t word[(BITS + 31) / 32 + 1];
    Bundle() { memset(word, 0, sizeof word); }
    void put(unsigned at, unsigned bits, uint32_t value) {
        if (bits < 32) value &= (1u << bits % 32) - 1;
        word[at / 32] |= value << at % 32;
        if (at % 32 + bits > 32) word[at / 32 + 1] |= value >> 1 >> (31 - at % 32);
    }
    uint32_t get(unsigned at, unsigned bits) const {
        uint32_t value = word[at / 32] >> at % 32;
        if (at % 32 + bits > 32) value |= word[at / 32 + 1] << 1 << (31 - at % 32);
        return bits < 32 ? value & ((1u << bits % 32) - 1) : value;
    }
    // Fields of more than 32 bits.
    void put_long(unsigned at, unsigned bits, const uint32_t* value) {
        for (unsigned j = 0; 32 * j < bits; ++j) put(at + 32 * j, bits - 32 * j < 32 ? bits - 32 * j : 32, value[j]);
    }
    // The words behind such a field, up to `words`, are 0.
    void get_long(unsigned at, unsigned bits, uint32_t* value, unsigned words) const {
        for (unsigned j = 0; j < words; ++j) value[j] = 32 * j < bits ? get(at + 32 * j, bits - 32 * j < 32 ? bits - 32 * j : 32) : 0;
    }
};

void drive_streams(Vtm___024root& top, const Port* in) {
    Bundle<STREAMS> tvalid, tlast, tready;
    Bundle<STREAMS * A> tdest;
    Bundle<STREAMS * S> tdata;
    for (unsigned s = 0; s < STREAMS; ++s) {
        tvalid.put(s, 1, in[s].control);
        tlast.put(s, 1, in[s].control >> 1);
        tready.put(s, 1, in[s].control >> 2);
        tdest.put(s * A, A, in[s].dest);
        tdata.put_long(s * S, S, in[s].data);
    }
    store(top.s_axis_tvalid, tvalid.word);
    store(top.s_axis_tlast, tlast.word);
    store(top.s_axis_tdest, tdest.word);
    store(top.s_axis_tdata, tdata.word);
    store(top.m_axis_tready, tready.word);
#if TM_USER
    Bundle<STREAMS * U> tuser;
    for (unsigned s = 0; s < STREAMS; ++s) tuser.put_long(s * U, U, in[s].user);
    store(top.s_axis_tuser, tuser.word);
#endif
#if TM_TKEEP
    Bundle<STREAMS * S / 8> tkeep;
    for (unsigned s = 0; s < STREAMS; ++s) tkeep.put_long(s * S / 8, S / 8, in[s].keep);
    store(top.s_axis_tkeep, tkeep.word);
#endif
#if !TM_NETWORK
    // From the highest bit down: valid, head, tail, vc, data; valid, vc.
    Bundle<LINKS * FLIT_BITS> flits;
    Bundle<LINKS * CREDIT_BITS> credits;
    for (unsigned l = 0; l < LINKS; ++l) {
        const uint32_t c = in[l + 1].control;
        flits.put_long(l * FLIT_BITS, W, in[l + 1].data);
        flits.put(l * FLIT_BITS + W, VCB, c >> 4 & 15);
        flits.put(l * FLIT_BITS + W + VCB, 3, (c >> 2 & 1) | (c & 2) | (c & 1) << 2);
        credits.put(l * CREDIT_BITS, CREDIT_BITS, (c >> 12 & 15) | (c >> 8 & 1) << VCB);
    }
    store(top.flit_in, flits.word);
    store(top.credit_in, credits.word);
#endif
}

void sample_streams(Vtm___024root& top, Port* out, uint8_t* error) {
    Bundle<STREAMS> tvalid, tlast, tready;
    Bundle<STREAMS * A> tdest, tid;
    Bundle<STREAMS * S> tdata;
    Bundle<STREAMS * ERROR_BITS> errors;
    load(top.m_axis_tvalid, tvalid.word);
    load(top.m_axis_tlast, tlast.word);
    load(top.m_axis_tdest, tdest.word);
    load(top.m_axis_tid, tid.word);
    load(top.m_axis_tdata, tdata.word);
    load(top.s_axis_tready, tready.word);
    load(top.error, errors.word);
    for (unsigned s = 0; s < STREAMS; ++s) {
        out[s].control = tvalid.get(s, 1) | tlast.get(s, 1) << 1 | tready.get(s, 1) << 2;
        out[s].dest = tdest.get(s * A, A);
        out[s].id = tid.get(s * A, A);
        out[s].user[0] = out[s].user[1] = out[s].keep[0] = out[s].keep[1] = 0;
        tdata.get_long(s * S, S, out[s].data, DATA);
        error[s] = uint8_t(errors.get(s * ERROR_BITS, ERROR_BITS));
    }
#if TM_USER
    Bundle<STREAMS * U> tuser;
    load(top.m_axis_tuser, tuser.word);
    for (unsigned s = 0; s < STREAMS; ++s) tuser.get_long(s * U, U, out[s].user, 2);
#endif
#if TM_TKEEP
    Bundle<STREAMS * S / 8> tkeep;
    load(top.m_axis_tkeep, tkeep.word);
    for (unsigned s = 0; s < STREAMS; ++s) tkeep.get_long(s * S / 8, S / 8, out[s].keep, 2);
#endif
#if !TM_NETWORK
    Bundle<LINKS * FLIT_BITS> flits;
    Bundle<LINKS * CREDIT_BITS> credits;
    load(top.flit_out, flits.word);
    load(top.credit_out, credits.word);
    for (unsigned l = 0; l < LINKS; ++l) {
        const uint32_t ends = flits.get(l * FLIT_BITS + W + VCB, 3), credit = credits.get(l * CREDIT_BITS, CREDIT_BITS);
        Port& port = out[l + 1];
        port.control = ends >> 2 | (ends & 2) | (ends & 1) << 2 | flits.get(l * FLIT_BITS + W, VCB) << 4;
        port.control |= credit >> VCB << 8 | (credit & ((1u << VCB) - 1)) << 12;
        port.dest = port.id = port.user[0] = port.user[1] = port.keep[0] = port.keep[1] = 0;
        flits.get_long(l * FLIT_BITS, W, port.data, DATA);
    }
#endif
}

}  // namespace
