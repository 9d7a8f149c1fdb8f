//! The time base against docs/router.md itself, not against the model: rule N8 on an otherwise empty network.

use torusmith_design::Pipeline;
use torusmith_sim::simulation::EngineKind;
use torusmith_testbench::{Observer, RunOptions};

use crate::support::{Folder, Given, engine};

struct Tails(Vec<u64>);

impl Observer for Tails {
    fn trace(&mut self, line: &str) {
        // `rtl     27 | out 0.1 tail 0x002c; credit 1.0`
        let shown = line.strip_prefix("rtl").and_then(|rest| rest.split_once('|'));
        let is_tail = |text: &str| text.split(';').any(|part| part.trim().starts_with("out 0.") && part.contains("tail"));
        if let Some((clock, _)) = shown.filter(|(_, text)| is_tail(text)) {
            self.0.push(clock.trim().parse().unwrap());
        }
    }
}

#[test]
fn an_empty_network_needs_what_the_contract_says() {
    for pipeline in [Pipeline::Two, Pipeline::Three] {
        let folder = Folder::new("torus:4,4", |o| (o.vcs, o.flit_width, o.pipeline) = (Some(2), Some(16), pipeline));
        let Some(bench) = folder.open() else { return };
        // From node 0 in row 0, column 0: links to the node, flits.
        for (node, links, flits) in [(1, 1, 1), (1, 1, 16), (2, 2, 3), (3, 1, 2), (10, 4, 16), (15, 2, 128), (7, 2, 1)] {
            let sent = 5;
            let options = RunOptions { cycles: 10, trace: Some(node), ..RunOptions::default() };
            let source = Box::new(Given::new(&bench, &[(sent, 0, node, flits)]));
            let mut tails = Tails(Vec::new());
            let report = bench.run(source, engine(&bench, EngineKind::Reference), &options, &mut tails).unwrap();
            assert!(report.good() && report.counts.packets_delivered == 1, "{report:?}");
            let latency = u64::from(pipeline.clocks()) * (links + 1) + u64::from(flits) - 1;
            assert_eq!(tails.0, [sent + latency], "PIPELINE = {pipeline}, node {node}, {flits} flits");
        }
    }
}
