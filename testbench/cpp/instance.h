// One Verilated top, and several that are clocked together.

#pragma once

#include "Vtm.h"
#include "Vtm__Syms.h"
#include "Vtm___024root.h"
#include "frame.h"
#include "phases.h"
#if TM_COVERAGE
#include "verilated_cov.h"
#endif
#if TM_AXI
#include "axi.h"
#elif TM_AXI4
#include "axi4.h"
#endif

#include <memory>
#include <vector>

// `clear_error` of a top that has it: the multicast router has not.
template <class T>
auto set_clear(T& top, bool clear, int) -> decltype(void(top.clear_error)) {
    top.clear_error = clear;
}
template <class T>
void set_clear(T&, bool, long) {}

// The functions that a change of the inputs and a rising edge of `clk` run, for several instances.
void tm_ico(Vtm___024root* const* all, unsigned count);
void tm_nba(Vtm___024root* const* all, unsigned count);

namespace {

constexpr unsigned BATCH = 16;  // most nodes stepped by one call in router scope

#if TM_NETWORK
#define TM_PORT(name) local_##name
#else
#define TM_PORT(name) name
#endif

// One Verilated top.
struct Instance {
    std::unique_ptr<Vtm> model;
    Port in[LANES] = {};
    bool clear = false;  // the errors in this clock: E6
    bool asleep = false;
    uint32_t patience = 0, backoff = 1;

    Vtm___024root& root() { return *model->rootp; }

    void set_errors_back(bool on) {
        clear = on;
        set_clear(root(), on, 0);
    }

#if TM_AXI
    void drive() { drive_streams(root(), in); }

    void sample(Port* out, uint8_t* error) { sample_streams(root(), out, error); }
#elif TM_AXI4
    void drive() { drive_records(root(), in); }

    void sample(Port* out, uint8_t* error) { sample_records(root(), out, error); }
#else
    void drive() {
        Vtm___024root& top = root();
        Vector<1> valid, head, tail, credit;
        Vector<VCB> vc, credit_vc;
        DataVector data;
#pragma GCC unroll 16
        for (unsigned l = 0; l < LANES; ++l) {
            const uint32_t c = in[l].control;
            valid.put(l, c & 1);
            head.put(l, c >> 1 & 1);
            tail.put(l, c >> 2 & 1);
            vc.put(l, c >> 4 & 15);
            credit.put(l, c >> 8 & 1);
            credit_vc.put(l, c >> 12 & 15);
            data.put(l, in[l].data);
        }
        store(top.TM_PORT(in_valid), valid.word);
        store(top.TM_PORT(in_head), head.word);
        store(top.TM_PORT(in_tail), tail.word);
        store(top.TM_PORT(in_vc), vc.word);
        store(top.TM_PORT(in_data), data.word);
        store(top.TM_PORT(out_credit_valid), credit.word);
        store(top.TM_PORT(out_credit_vc), credit_vc.word);
    }

    void sample(Port* out, uint8_t* error) {
        Vtm___024root& top = root();
        Vector<1> valid, head, tail, credit;
        Vector<VCB> vc, credit_vc;
        DataVector data;
        load(top.TM_PORT(out_valid), valid.word);
        load(top.TM_PORT(out_head), head.word);
        load(top.TM_PORT(out_tail), tail.word);
        load(top.TM_PORT(out_vc), vc.word);
        load(top.TM_PORT(out_data), data.word);
        load(top.TM_PORT(in_credit_valid), credit.word);
        load(top.TM_PORT(in_credit_vc), credit_vc.word);
#pragma GCC unroll 16
        for (unsigned l = 0; l < LANES; ++l) {
            out[l].control = valid.get(l) | head.get(l) << 1 | tail.get(l) << 2 | vc.get(l) << 4 | credit.get(l) << 8 | credit_vc.get(l) << 12;
            data.get(l, out[l].data);
        }
#if TM_MULTICAST
        *error = top.error;
#else
        Vector<3> errors;
        load(top.error, errors.word);
        for (unsigned l = 0; l < (TM_NETWORK ? LANES : L); ++l) error[l] = uint8_t(errors.get(l));
#endif
    }
#endif

    void edge() {
#if TM_ASSERTIONS
        // Assertions sample what stands before the edge.
        model->eval();
#endif
        root().clk = 1;
        model->eval();
        root().clk = 0;
        model->eval();
    }

    void save(std::vector<char>& into) {
        into.resize(sizeof(Vtm__Syms));
        memcpy(into.data(), root().vlSymsp, sizeof(Vtm__Syms));
    }

    bool is_as(const std::vector<char>& before) { return memcmp(before.data(), root().vlSymsp, sizeof(Vtm__Syms)) == 0; }
};

// Instances that are clocked together.
struct Batch {
    Vtm___024root* changed[BATCH];  // their inputs are new
    Vtm___024root* clocked[BATCH];
    Instance* instances[BATCH];
    unsigned changes = 0, count = 0;

    void add(Instance& instance, bool change) {
        if (change) changed[changes++] = &instance.root();
        clocked[count] = &instance.root();
        instances[count++] = &instance;
    }

    void edge(bool phases) {
#if TM_PHASES
        if (phases) {
            tm_ico(changed, changes);
            tm_nba(clocked, count);
            return;
        }
#endif
        for (unsigned i = 0; i < count; ++i) instances[i]->edge();
    }
};

#if TM_PHASES
// Whether an edge by `tm_ico` and `tm_nba` does what `eval()` does: the same random inputs, half of them as in the clock before, both ways.
bool phases_agree() {
    VerilatedContext context;
    Verilated::threadContextp(&context);
    context.randReset(0);
    Instance pair[2];
    uint64_t random = 1;
    for (Instance& instance : pair) instance.model.reset(new Vtm(&context, "check"));
    for (unsigned clock = 0; clock < 400; ++clock) {
        const bool change = clock == 0 || clock == 8 || mix(++random) & 1, clear = mix(++random) & 1;
        Port in[LANES];
        for (Port& port : in) {
            port.control = uint32_t(mix(++random)) & (mix(++random) | 0xfefe);
            for (unsigned j = 0; j < DATA; ++j) port.data[j] = uint32_t(mix(++random));
            if (!TM_AXI && W % 32) port.data[DATA - 1] &= (1u << W % 32) - 1;
            port.control &= 0x0107 | ((1u << VCB) - 1) << 4 | ((1u << VCB) - 1) << 12;
#if TM_AXI
            port.dest = uint32_t(mix(++random)) & ((1u << TM_ADDRESS % 32) - 1), port.id = 0;
            for (unsigned j = 0; j < 2; ++j) port.user[j] = uint32_t(mix(++random)), port.keep[j] = uint32_t(mix(++random) | mix(++random));
#endif
        }
        for (unsigned way = 0; way < 2; ++way) {
            Instance& instance = pair[way];
            instance.root().rst = clock < 8;
            if (change) {
                memcpy(instance.in, in, sizeof in);
                instance.drive();
                instance.set_errors_back(clear);
            }
            if (way == 0 || clock < 8) {
                instance.edge();
                if (clock == 7) {
                    instance.root().rst = 0;
                    instance.model->eval();
                }
            } else {
                Batch batch;
                batch.add(instance, change);
                batch.edge(true);
            }
        }
        Port out[2][LANES];
        uint8_t error[2][L];
        for (unsigned way = 0; way < 2; ++way) pair[way].sample(out[way], error[way]);
        if (clock >= 8 && (memcmp(error[0], error[1], L) != 0 || memcmp(out[0], out[1], sizeof out[0]) != 0)) return false;
    }
    return true;
}
#endif

}  // namespace
