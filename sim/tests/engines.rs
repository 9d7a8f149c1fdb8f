//! The fast engine against the reference engine, every clock. One binary; a module a subject.

mod engines {
    mod balanced;
    mod htn;
    mod lockstep;
    mod matrix;
    mod one_clock;
    mod random;
    mod rdt;
    mod ties;
    mod timing;
}
