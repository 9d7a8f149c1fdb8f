//! The fast engine against the reference engine, every clock. One binary; a module a subject.

mod apart;
mod own_networks;

mod engines {
    mod apart;
    mod balanced;
    mod driven;
    mod htn;
    mod lockstep;
    mod matrix;
    mod one_clock;
    mod order;
    mod own;
    mod random;
    mod rdt;
    mod threads;
    mod ties;
    mod timing;
}
