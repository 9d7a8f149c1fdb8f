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

// Fields of up to 32 bits and data, side by side in 32-bit words.
template <unsigned BITS>
struct Bundle {
    uint32_t word[(BITS + 31) / 32 + 1];
    Bundle() { memset(word, 0, sizeof word); }
    void put(unsigned at, unsigned bits, uint32_t value) {
        word[at / 32] |= value << at % 32;
        if (at % 32 + bits > 32) word[at / 32 + 1] |= value >> 1 >> (31 - at % 32);
    }
    uint32_t get(unsigned at, unsigned bits) const {
        uint32_t value = word[at / 32] >> at % 32;
        if (at % 32 + bits > 32) value |= word[at / 32 + 1] << 1 << (31 - at % 32);
        return bits < 32 ? value & ((1u << bits % 32) - 1) : value;
    }
    void put_data(unsigned at, const uint32_t* value) {
        for (unsigned j = 0; j < DATA; ++j) put(at + 32 * j, j + 1 == DATA && W % 32 ? W % 32 : 32, value[j]);
    }
    void get_data(unsigned at, uint32_t* value) const {
        for (unsigned j = 0; j < DATA; ++j) value[j] = get(at + 32 * j, j + 1 == DATA && W % 32 ? W % 32 : 32);
    }
};

void drive_streams(Vtm___024root& top, const Port* in) {
    Bundle<STREAMS> tvalid, tlast, tready;
    Bundle<STREAMS * A> tdest;
    Bundle<STREAMS * W> tdata;
    for (unsigned s = 0; s < STREAMS; ++s) {
        tvalid.put(s, 1, in[s].control & 1);
        tlast.put(s, 1, in[s].control >> 1 & 1);
        tready.put(s, 1, in[s].control >> 2 & 1);
        tdest.put(s * A, A, in[s].dest);
        tdata.put_data(s * W, in[s].data);
    }
    store(top.s_axis_tvalid, tvalid.word);
    store(top.s_axis_tlast, tlast.word);
    store(top.s_axis_tdest, tdest.word);
    store(top.s_axis_tdata, tdata.word);
    store(top.m_axis_tready, tready.word);
#if TM_USER
    Bundle<STREAMS * U> tuser;
    for (unsigned s = 0; s < STREAMS; ++s) tuser.put(s * U, U, in[s].control >> 4 & ((1u << U) - 1));
    store(top.s_axis_tuser, tuser.word);
#endif
#if !TM_NETWORK
    // From the highest bit down: valid, head, tail, vc, data; valid, vc.
    Bundle<LINKS * FLIT_BITS> flits;
    Bundle<LINKS * CREDIT_BITS> credits;
    for (unsigned l = 0; l < LINKS; ++l) {
        const uint32_t c = in[l + 1].control;
        flits.put_data(l * FLIT_BITS, in[l + 1].data);
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
    Bundle<STREAMS * W> tdata;
    Bundle<STREAMS * 4> errors;
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
        tdata.get_data(s * W, out[s].data);
        error[s] = uint8_t(errors.get(s * 4, 4));
    }
#if TM_USER
    Bundle<STREAMS * U> tuser;
    load(top.m_axis_tuser, tuser.word);
    for (unsigned s = 0; s < STREAMS; ++s) out[s].control |= tuser.get(s * U, U) << 4;
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
        port.dest = port.id = 0;
        flits.get_data(l * FLIT_BITS, port.data);
    }
#endif
}

}  // namespace
