//! Whole networks of routers of the contract in lock step with the model: every link, every clock.

mod lockstep {
    mod compare;
    mod interface;
    mod networks;
}
