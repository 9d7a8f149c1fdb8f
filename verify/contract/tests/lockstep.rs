//! Whole networks of routers of the contract, each beside the model's: every link, every clock.

mod lockstep {
    mod beside;
    mod interface;
    mod networks;
}
