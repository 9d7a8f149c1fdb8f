//! The table of commands: the groups of `torusmith --help`, their commands, and the flags of each that `-h` lists.

/// A heading, and its commands with the flags of `-h`.
type Group = (&'static str, &'static [(&'static str, &'static [&'static str])]);

/// Groups, with (command, flags of `-h`).
pub const COMMANDS: &[Group] = &[
    (
        "Generate",
        &[
            ("generate", &["out", "scope", "interface", "vcs", "flit-width", "buffer-depth", "pipeline", "target", "testbench", "json"]),
            ("import", &["from", "out", "route-file", "name", "strict", "merge-parallel", "map-out", "json"]),
        ],
    ),
    (
        "Check",
        &[
            ("cosim", &["rtl", "traffic", "rate", "cycles", "seed", "scope", "interface", "vcs", "wave", "json"]),
            (
                "prove",
                &["rtl", "vcs", "flit-width", "buffer-depth", "pipeline", "router", "timeout", "certificate", "counterexample", "json"],
            ),
            ("mutate", &["rtl", "count", "traffic", "rate", "cycles", "seed", "vcs", "no-proof", "threads", "json"]),
            ("deadlock", &["routing", "vc-rule", "vcs", "message-classes", "map", "endpoints", "out", "plot", "certificate", "json"]),
        ],
    ),
    (
        "Explore",
        &[
            ("topology", &["links", "routing", "loads", "traffic", "export", "with-routes", "csv", "json"]),
            ("faults", &["dead-links", "dead-nodes", "samples", "worst", "rate", "spare-class", "routing", "plot", "certificate", "json"]),
            ("route", &["links", "all", "routing", "vc-rule", "ties", "vcs", "json"]),
            ("multicast", &["from", "root-rank", "bit-maps", "json"]),
            ("simulate", &["traffic", "rate", "cycles", "packet-flits", "seed", "vcs", "buffer-depth", "plot", "threads", "json"]),
            ("sweep", &["out", "shard", "merge", "partial", "status", "slurm", "submit", "wait", "threads", "json"]),
            ("explore", &["out", "threads", "json"]),
            ("study", &["out", "quick", "seed-count", "cycles", "plan", "threads", "json"]),
            ("area", &["compare", "interface", "vcs", "flit-width", "buffer-depth", "pipeline", "target", "counters", "node", "json"]),
            (
                "asic",
                &["liberty", "library", "wire-pf-per-mm", "link-mm", "check", "vcs", "flit-width", "buffer-depth", "pipeline", "json"],
            ),
            ("energy", &["liberty", "library", "traffic", "rate", "cycles", "wire-pf-per-mm", "link-mm", "vcs", "pipeline", "json"]),
            ("fpga", &["device", "seed", "interface", "vcs", "flit-width", "buffer-depth", "pipeline", "counters", "node", "json"]),
            ("report", &["out", "traffic", "cycles", "vcs", "buffer-depth", "area", "fpga", "prove", "mutate", "json"]),
        ],
    ),
    ("Tools", &[("doctor", &["designs", "json"]), ("demo", &["out"]), ("completions", &[]), ("man", &["out"])]),
];
