//! The studies against the papers, closed forms and made-up figures. One binary, one module per subject.

mod studies {
    mod cache;
    mod dynamic;
    mod rdt;
    mod ties;
}
