//! Whole networks of routers of the contract in lock step with the model: every link, every clock.

mod lockstep {
    mod beside;
    mod interface;
    mod networks;
}
