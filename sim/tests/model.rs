//! The model against the papers, docs/networks.md and docs/router.md. One binary; a module a subject.

mod apart;
mod own_networks;

mod model {
    mod apart;
    mod axi;
    mod axi_classes;
    mod axi_network;
    mod axi_widths;
    mod balanced;
    mod combinations;
    mod cubes;
    mod deadlock;
    mod endpoints;
    mod exact;
    mod fairness;
    mod garnet;
    mod given;
    mod high_radix;
    mod htn;
    mod htn_turns;
    mod loads;
    mod mh3dt;
    mod multicast;
    mod noxim;
    mod one_clock;
    mod order;
    mod own;
    mod rdt;
    mod reference;
    mod registry;
    mod routes;
    mod routing;
    mod run;
    mod star;
    mod steady;
    mod support;
    mod ties;
    mod tori_connected;
    mod traces;
    mod traces_three_clocks;
    mod traffic;
    mod zoo;
}
