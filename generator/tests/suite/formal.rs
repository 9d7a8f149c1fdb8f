//! The properties that `torusmith prove` shows hold for ever, by temporal induction in yosys, in the files of a design and for more
//! parameters than any one design has; and they see a broken cell.

mod designs;
mod mutants;

use std::collections::BTreeSet;

use torusmith_synthesis::{Cache, Outcome, Proof, Proofs, Verdict, Yosys, prove};

use crate::tools::{SOAK, chosen, tool};
use designs::*;
use mutants::*;

/// Each cell with a design that has it and the parameters it is proven for, the ends of their ranges and what lies between.
fn cells() -> Vec<(&'static str, &'static str, Vec<String>)> {
    let some = |all: &[u32], text: fn(u32) -> String| chosen(all, 3).iter().copied().map(text).collect();
    let widths = |text: fn(u32) -> String| some(&[1, 8, 3, 2, 4, 5, 6, 7], text);
    let depths = |text: fn(u32) -> String| some(&[2, 64, 5, 3, 4, 8, 63], text);
    let slots = || widths(|n| format!("WIDTH=2 SLOTS={} SLOT_BITS={}", 2 * n, bits(2 * n)));
    let buffers = || ["", "NUM_VCS=1", "NUM_VCS=3 VC_BITS=2 BUFFER_DEPTH=5 PTR_BITS=3"].map(|text| format!("WIDTH=2 {text}")).to_vec();
    vec![
        (PLAIN, "lowest_one", widths(|n| format!("WIDTH={n}"))),
        (STREAMS, "onehot_mux", widths(|n| format!("COUNT={n} WIDTH={}", 9 - n))),
        (STREAMS, "onehot_index", widths(|n| format!("WIDTH={n} INDEX_BITS={}", bits(n)))),
        (PLAIN, "rr_arbiter", widths(|n| format!("WIDTH={n}"))),
        (PLAIN, "fifo_pointers", depths(|n| format!("DEPTH={n} SLOT_BITS={}", bits(n)))),
        (PLAIN, "credit_counter", depths(|n| format!("DEPTH={n}"))),
        (DEEP, "credit_counter", depths(|n| format!("DEPTH={n}"))),
        (WHOLE, "credit_counter_whole", depths(|n| format!("DEPTH={n}"))),
        (WHOLE_DEEP, "credit_counter_whole", depths(|n| format!("DEPTH={n}"))),
        (PLAIN, "next_after", widths(|n| format!("WIDTH={n}"))),
        (PLAIN, "link_slice", [1, 2, 8].map(|n| format!("SLICES={n} FLIT_BITS=3 CREDIT_BITS=2")).to_vec()),
        (PLAIN, "rdt_rank", (1..=4).map(|n| format!("MAX_RANK={n}")).collect()),
        (PLAIN, "quarter", (4..=9).map(|n| format!("BITS={n}")).collect()),
        (PLAIN, "flit_buffer", slots()),
        (ASIC, "flit_buffer", slots()),
        (AT_ONCE, "front_buffer", slots()),
        (ASIC, "front_buffer", slots()),
        (MULTICAST, "mc_arbiter", vec![String::new()]),
        (STREAMS, "axi_packetizer", vec![String::new()]),
        (STREAM_ONE_VC, "axi_packetizer", vec![String::new()]),
        (STREAM_ANY, "axi_packetizer", vec![String::new()]),
        (STREAM_CLASSES, "axi_packetizer", vec![String::new()]),
        (STREAMS, "vc_buffers", buffers()),
        (ASIC, "vc_buffers", buffers()),
        (STREAMS, "axi_depacketizer", vec![String::new()]),
        (STREAM_ONE_VC, "axi_depacketizer", vec![String::new()]),
        (STREAM_ANY, "axi_depacketizer", vec![String::new()]),
        (AXI4, "axi4_fifo", depths(|n| format!("WIDTH=2 DEPTH={n}"))),
        (AXI4, "axi4_fifo", vec!["WIDTH=2 DEPTH=1".to_owned()]),
        (AXI4, "axi4_skid_buffer", vec!["WIDTH=2".to_owned()]),
        (AXI4, "axi4_giver", vec![GIVER.to_owned()]),
        (AXI4_OWN, "axi4_giver", [GIVER, GIVER_ALONE].map(str::to_owned).to_vec()),
        (AXI4_ANY, "axi4_giver", [GIVER, GIVER_ALONE].map(str::to_owned).to_vec()),
        (AXI4, "axi4_taker", vec!["FLIT_WIDTH=9".to_owned()]),
        (AXI4_OWN, "axi4_taker", vec!["FLIT_WIDTH=9".to_owned()]),
        (AXI4_ANY, "axi4_taker", vec!["FLIT_WIDTH=9 OWN_LINK=0".to_owned()]),
        (AXI4_CLASSES, "axi4_giver", [GIVER, "FLIT_WIDTH=8 BODIES_OF_WRITES=0"].map(str::to_owned).to_vec()),
        (AXI4_CLASSES, "axi4_taker", ["FLIT_WIDTH=9", "FLIT_WIDTH=9 READS_BETWEEN=0"].map(str::to_owned).to_vec()),
        (AXI4_CLASSES, "axi4_write_data", vec![WRITE_DATA.to_owned()]),
        (AXI4, "axi4_requests", vec![String::new()]),
        (AXI4, "axi4_slots", vec![String::new()]),
        (AXI4_ANY, "axi4_slots", vec!["SLOTS=1".to_owned()]),
        (AXI4, "axi4_write_data", vec![WRITE_DATA.to_owned()]),
        (AXI4, "axi4_write_responses", vec!["ID_WIDTH=2".to_owned()]),
        (AXI4, "axi4_read_data", vec![READ_DATA.to_owned()]),
        (AXI4, "axi4_held", ["HELD=1", "HELD=4", "HELD=16"].map(str::to_owned).to_vec()),
    ]
}

/// Bits of an index below `count`.
fn bits(count: u32) -> u32 {
    count.next_power_of_two().ilog2().max(1)
}

fn outcome(yosys: &Yosys, proof: &Proof) -> Outcome {
    prove(yosys, &Cache::off(), proof).unwrap_or_else(|error| panic!("{} {:?}: {error}", proof.top, proof.parameters))
}

/// The proof with `from` replaced by `to` in the Verilog that is proved, not in the properties: in the module of the properties if it is there, else in
/// those that it instantiates.
fn broken(proof: &Proof, from: &str, to: &str) -> Proof {
    let mut proof = proof.clone();
    let places = [&mut proof.formal, &mut proof.plain].into_iter().find_map(|texts| {
        let mut places = 0;
        for text in texts {
            let (code, properties) = text.split_at(text.find("`ifdef TORUSMITH_FORMAL").unwrap_or(text.len()));
            if code.contains(from) {
                *text = format!("{}{properties}", code.replace(from, to));
                places += 1;
            }
        }
        (places > 0).then_some(places)
    });
    assert_eq!(places, Some(1), "{} has no `{from}` to break, or several", proof.top);
    proof
}

fn refuted(yosys: &Yosys, proof: &Proof, from: &str, to: &str) {
    let outcome = outcome(yosys, &broken(proof, from, to));
    let told = format!("{} {}: `{from}` -> `{to}`: {outcome:?}", proof.top, outcome.parameters);
    assert!(outcome.result == Verdict::Refuted && !outcome.counterexample.is_empty(), "{told}");
}

fn yosys() -> Option<Yosys> {
    tool("yosys", "TORUSMITH_YOSYS").map(|yosys| Yosys::at(&yosys).unwrap())
}

/// The modules of a design that are made for it alone, with what they can still be given.
fn resolved(design: &Proofs) -> Vec<(String, &'static str)> {
    let kinds = ["output_vcs", "local_vcs", "head_call", "flit_pick"];
    let modules = design.modules.iter().filter(|(module, _)| kinds.contains(&module.split("_vc_").next().unwrap()));
    let choices = |text: &str| if text.contains("parameter EITHER") { vec!["EITHER=0", "EITHER=1"] } else { vec![""] };
    modules.flat_map(|(module, text)| choices(text).into_iter().map(|given| (module.clone(), given))).collect()
}

fn proven(yosys: &Yosys, proof: &Proof) {
    let outcome = outcome(yosys, proof);
    assert!(outcome.result == Verdict::Proved && outcome.assertions > 0, "{} {:?}: {outcome:?}", proof.top, proof.parameters);
}

#[test]
fn leaf_cells_are_proven() {
    let Some(yosys) = yosys() else { return };
    let mut designs = Designs::default();
    for (design, cell, parameters) in cells() {
        parameters.iter().for_each(|parameters| proven(&yosys, &designs.of(design).cell(cell, parameters).unwrap()));
    }
}

#[test]
fn cells_of_a_configuration_are_proven() {
    let Some(yosys) = yosys() else { return };
    let mut designs = Designs::default();
    for design in chosen(ROUTERS, 8) {
        let design = designs.of(design);
        resolved(design).iter().for_each(|(module, given)| proven(&yosys, &design.cell(module, given).unwrap()));
    }
}

#[test]
#[ignore = "long: a proof in yosys a fault"]
fn broken_leaf_cells_are_refuted() {
    let Some(yosys) = yosys() else { return };
    let mut designs = Designs::default();
    let mut seen = BTreeSet::new();
    for (design, cell, parameters, from, to) in MUTANTS.iter().filter(|mutant| SOAK || seen.insert((mutant.0, mutant.1, mutant.2))) {
        refuted(&yosys, &designs.of(design).cell(cell, parameters).unwrap(), from, to);
    }
}

#[test]
#[ignore = "long: many proofs in yosys"]
fn links_and_switches_are_proven_and_broken_ones_refuted() {
    let Some(yosys) = yosys() else { return };
    let mut designs = Designs::default();
    let of_depths = |design: &Proofs| [2, 4, 5].map(|depth| design.credit_loop(depth).unwrap()).to_vec();
    let links: Vec<Proof> = [PLAIN, DEEP, WHOLE, WHOLE_DEEP].into_iter().flat_map(|design| of_depths(designs.of(design))).collect();
    let switches = [MANY, PLAIN, FLITS, "mesh:4,4 vcs=1", "mesh:4,4 vcs=1 pipeline=1", AT_ONCE];
    let switches = switches.map(|design| designs.of(design).switch_and_crossbar().unwrap());
    refuted(&yosys, switches.last().unwrap(), "= |from;", "= 1'b1;");
    let axi4 = designs.of(AXI4);
    let places: Vec<Proof> = [4, 5].map(|beats| axi4.axi4_places(beats).unwrap()).into();
    let responses: Vec<Proof> = chosen(&[2, 16, 4], 2).iter().map(|slots| axi4.axi4_responses(*slots).unwrap()).collect();
    let queues: Vec<Proof> = chosen(&[2, 16, 4], 2).iter().map(|held| axi4.axi4_queue(*held).unwrap()).collect();
    links.iter().chain(&switches).chain(&places).chain(&responses).chain(&queues).for_each(|proof| proven(&yosys, proof));
    chosen(MUTANT_PLACES, 2).iter().for_each(|(from, to)| refuted(&yosys, &places[0], from, to));
    chosen(MUTANT_RESPONSES, 1).iter().for_each(|(from, to)| refuted(&yosys, &responses[0], from, to));
    chosen(MUTANT_QUEUES, 2).iter().for_each(|(from, to)| refuted(&yosys, &queues[0], from, to));
    chosen(MUTANT_LINKS, 2).iter().for_each(|(from, to)| refuted(&yosys, &links[1], from, to));
    MUTANT_SWITCHES.iter().for_each(|(from, to)| refuted(&yosys, &switches[0], from, to));
}
