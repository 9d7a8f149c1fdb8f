//! The model of the AXI4 interface against docs/axi4_interface.md. One binary; a module a subject.

mod apart;

mod axi4 {
    mod apart;
    mod bench;
    mod blocking;
    mod bursts;
    mod classes;
    mod clocks;
    mod deadlock;
    mod links;
    mod manager;
    mod memory;
    mod order;
    mod random;
    mod rate;
    mod reset;
    mod turns;
    mod widths;
}
