//! The studies against the papers, closed forms and figures made up by hand. One binary; a module a subject.

mod studies {
    mod cache;
    mod dynamic;
    mod rdt;
    mod ties;
}
