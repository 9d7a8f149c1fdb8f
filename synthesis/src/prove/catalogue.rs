//! Which properties a generated design has, and for which parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use torusmith_design::{Manifest, Pipeline, RouterKind};

use super::Proof;
use crate::{Error, yosys};

/// Properties of several modules together; `dut_` stands for the prefix of a design.
const CREDIT_LOOP: &str = include_str!("../../formal/credit_loop.v");
const AXI4_PLACES: &str = include_str!("../../formal/axi4_places.v");
const AXI4_RESPONSES: &str = include_str!("../../formal/axi4_responses.v");
const AXI4_QUEUE: &str = include_str!("../../formal/axi4_queue.v");
const SWITCH_AND_CROSSBAR: &str = include_str!("../../formal/switch_and_crossbar.v");

const ARBITER: &str = "one-hot, work-conserving, round robin, served within N grants";
const FIFO: &str = "flags exact, words leave in order, none is overwritten";
const CREDITS: &str = "never below 0, never above the depth";
const LOOP: &str = "no overflow or underflow of buffer and counter, by the credits alone";
const PLACES: &str = "a place for each beat that comes: the buffer never overflows";
const RESPONSES: &str = "a response for each write, a place for each response: the buffers never overflow";
const QUEUE: &str = "a place for each request that is held: the queue never overflows";
const VCS: &str = "no VC is given while a packet holds it";
const CALL: &str = "at most one head asks, for what it came for, until it is granted; called within N turns";
const PICK: &str = "at most one flit asks, for the output it holds, until it is granted; picked within N turns";
const CROSSBAR: &str = "each output from at most one input, with that input's flit";
const STREAMS: &str = "each output belongs to at most one stream";
const SLICE: &str = "what goes in comes out after as many clocks as it has registers, nothing else does";
const MEMORY: &str = "what was written last is read";

/// Cells that carry their properties themselves (under `ifdef TORUSMITH_FORMAL`), the cells that they instantiate, and the property in words.
const CELLS: [(&str, &[&str], &str); 31] = [
    ("lowest_one", &[], "the lowest bit that is set"),
    ("onehot_mux", &[], "the word that is selected"),
    ("onehot_index", &[], "the place of the bit"),
    ("rr_arbiter", &[], ARBITER),
    ("fifo_pointers", &[], FIFO),
    ("credit_counter", &[], CREDITS),
    ("credit_counter_whole", &[], CREDITS),
    ("flit_buffer", &[], MEMORY),
    ("front_buffer", &[], MEMORY),
    ("output_vcs", &["lowest_one", "rr_arbiter", "credit_counter", "credit_counter_whole"], VCS),
    ("local_vcs", &["lowest_one", "rr_arbiter", "credit_counter", "credit_counter_whole"], VCS),
    ("next_after", &[], "the first requester after the last one"),
    ("head_call", &["next_after"], CALL),
    ("flit_pick", &["next_after"], PICK),
    ("link_slice", &[], SLICE),
    ("rdt_rank", &[], "the rank of a vector"),
    ("quarter", &[], "the quarter of a vector"),
    ("mc_arbiter", &["rr_arbiter"], STREAMS),
    ("axi_packetizer", &["lowest_one", "credit_counter", "credit_counter_whole"], "packets are whole, each on one VC"),
    (
        "vc_buffers",
        &["onehot_mux", "onehot_index", "fifo_pointers", "flit_buffer"],
        "what came in on a VC is read where it was written, whatever comes in on others",
    ),
    (
        "axi_depacketizer",
        &["lowest_one", "rr_arbiter", "onehot_mux", "onehot_index", "fifo_pointers", "flit_buffer", "vc_buffers"],
        "a beat stays until it is taken, packets are not interleaved",
    ),
    ("axi4_fifo", &["fifo_pointers", "flit_buffer"], "what waits stays in front"),
    ("axi4_skid_buffer", &[], "what waits stays in front, and what comes in goes out once"),
    ("axi4_giver", &["lowest_one", "credit_counter"], "packets are whole, each on one VC or the own link"),
    (
        "axi4_taker",
        &["lowest_one", "rr_arbiter", "onehot_mux", "onehot_index", "fifo_pointers", "flit_buffer", "vc_buffers", "axi4_fifo"],
        "a packet is taken to its end, a head where it may be",
    ),
    (
        "axi4_requests",
        &["lowest_one", "onehot_index", "onehot_mux", "axi4_map", "axi4_slots", "axi4_skid_buffer"],
        "a request that waits stays as it is, none is lost or made",
    ),
    ("axi4_slots", &["lowest_one", "onehot_index", "onehot_mux"], "a slot keeps its ID until it is freed, no request overtakes"),
    ("axi4_write_data", &AXI4_FIFO, "the dropper takes the beats of its write alone, its answer waits"),
    ("axi4_write_responses", &AXI4_FIFO, "a response stays until it is taken"),
    ("axi4_read_data", &AXI4_FIFO, "a beat stays until it is taken, bursts are not interleaved"),
    ("axi4_held", &AXI4_FIFO, "never more are held than may be, a head stays until it is given"),
];

/// A FIFO of AXI4 interfaces, and what it is made of.
const AXI4_FIFO: [&str; 3] = ["axi4_fifo", "fifo_pointers", "flit_buffer"];

/// A design of which properties are proved, read from the folder that `generate` wrote.
#[derive(Debug, Clone)]
pub struct Proofs {
    prefix: String,
    manifest: Manifest,
    /// The Verilog of the modules, by their names without the prefix; what they include of their properties is in it.
    pub modules: BTreeMap<String, String>,
}

impl Proofs {
    /// The design with the manifest `<top>.json` in `dir`.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Manifest`].
    pub fn read(dir: &Path, top: &str) -> Result<Self, Error> {
        let path = dir.join(format!("{top}.json"));
        let manifest = Manifest::parse(&yosys::read(&path)?).map_err(|source| Error::Manifest { path, source })?;
        let prefix = format!("{}_", manifest.name);
        let mut modules = BTreeMap::new();
        for source in &manifest.sources {
            let name = source.rsplit('/').next().and_then(|file| file.strip_suffix(".v")?.strip_prefix(&prefix));
            if let Some(name) = name {
                modules.insert(name.to_owned(), with_properties(dir, yosys::read(&dir.join(source))?)?);
            }
        }
        Ok(Self { prefix, manifest, modules })
    }

    fn text(&self, module: &str) -> Result<String, Error> {
        self.modules.get(module).cloned().ok_or_else(|| Error::NoModule { module: format!("{}{module}", self.prefix) })
    }

    fn texts(&self, modules: &[&str]) -> Result<Vec<String>, Error> {
        modules.iter().map(|module| self.text(module)).collect()
    }

    /// The proof of a cell's own properties; parameters as `NAME=VALUE`, with spaces between them.
    ///
    /// # Errors
    /// [`Error::NoModule`] if the design has no such cell.
    ///
    /// # Panics
    /// If the cell is none that carries properties.
    pub fn cell(&self, cell: &str, parameters: &str) -> Result<Proof, Error> {
        let kind = cell.split("_vc_").next().unwrap_or(cell);
        let (module, needs, property) = *CELLS.iter().find(|(name, ..)| *name == kind).expect("a cell with properties");
        let pairs = parameters.split_whitespace().map(|word| word.split_once('=').expect("NAME=VALUE"));
        Ok(Proof {
            property,
            module,
            top: format!("{}{cell}", self.prefix),
            parameters: pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            plain: needs.iter().filter_map(|module| self.modules.get(*module).cloned()).collect(),
            formal: vec![self.text(cell)?],
            discharged: Vec::new(),
            connected: Vec::new(),
        })
    }

    /// Everything that is proved of the design's configuration.
    ///
    /// # Errors
    /// [`Error::NoModule`] if a module is missing.
    pub fn of_the_configuration(&self) -> Result<Vec<Proof>, Error> {
        let manifest = &self.manifest;
        if manifest.router_kind == RouterKind::Multicast {
            let cells = [
                ("rr_arbiter", "WIDTH=4"),
                ("rr_arbiter", "WIDTH=10"),
                ("flit_buffer", "WIDTH=2 SLOTS=16 SLOT_BITS=4"),
                ("mc_arbiter", ""),
            ];
            return cells.into_iter().map(|(cell, parameters)| self.cell(cell, parameters)).collect();
        }
        let (vcs, depth, pipeline) = (manifest.vcs, manifest.buffer_depth, manifest.pipeline);
        let by_class = manifest.class_turns();
        let (ports, slot_bits) = (by_class.len() as u32, bits(depth));
        let classes = manifest.classes.unwrap_or(1);
        let share = vcs / manifest.message_classes;
        // How many VCs packets come by at an input.
        let count = |rows: &Vec<Vec<u32>>| {
            (0..vcs).filter(|vc| rows[(vc % share * classes / share) as usize].iter().any(|to| *to != 0)).count() as u32
        };
        let held: BTreeSet<u32> = by_class.iter().map(count).filter(|count| *count > 0).collect();
        let mut widths = BTreeSet::from([ports]);
        if pipeline != Pipeline::Three {
            widths.extend(held.iter().filter(|count| **count > 1));
        }
        let mut proofs = Vec::new();
        for width in widths {
            proofs.push(self.cell("rr_arbiter", &format!("WIDTH={width}"))?);
        }
        proofs.push(self.cell("fifo_pointers", &format!("DEPTH={depth} SLOT_BITS={slot_bits}"))?);
        // The bits of a word are alike: two will do.
        for &held in &held {
            let slots = ((held - 1) << slot_bits) + depth;
            let address_bits = slot_bits + if held > 1 { bits(held) } else { 0 };
            for buffer in ["flit_buffer", "front_buffer"].iter().filter(|buffer| self.modules.contains_key(**buffer)) {
                proofs.push(self.cell(buffer, &format!("WIDTH=2 SLOTS={slots} SLOT_BITS={address_bits}"))?);
            }
        }
        for counter in ["credit_counter", "credit_counter_whole"].iter().filter(|counter| self.modules.contains_key(**counter)) {
            proofs.push(self.cell(counter, &format!("DEPTH={depth}"))?);
        }
        proofs.push(self.credit_loop(depth)?);
        if pipeline == Pipeline::Three {
            for held in &held {
                proofs.push(self.cell("next_after", &format!("WIDTH={held}"))?);
            }
        }
        let resolved = ["head_call", "flit_pick", "output_vcs", "local_vcs"];
        let is_resolved = |module: &&String| resolved.contains(&module.split("_vc_").next().unwrap_or_default());
        for module in self.modules.keys().filter(is_resolved) {
            let choices: &[&str] = if self.text(module)?.contains("parameter EITHER") { &["EITHER=0", "EITHER=1"] } else { &[""] };
            for parameters in choices {
                proofs.push(self.cell(module, parameters)?);
            }
        }
        proofs.push(self.switch_and_crossbar()?);
        Ok(proofs)
    }

    /// The proofs of the registers on links, for each of these numbers of registers.
    ///
    /// # Errors
    /// [`Error::NoModule`] if the design has no such links.
    pub fn link_slices(&self, numbers: &BTreeSet<u32>) -> Result<Vec<Proof>, Error> {
        // The bits of a word are alike: two will do, beside the one that says whether there is a word.
        numbers.iter().map(|slices| self.cell("link_slice", &format!("SLICES={slices} FLIT_BITS=3 CREDIT_BITS=3"))).collect()
    }

    /// The proof of a link with credits for a buffer of `depth` flits.
    ///
    /// # Errors
    /// [`Error::NoModule`] if a module is missing.
    pub fn credit_loop(&self, depth: u32) -> Result<Proof, Error> {
        let counter = if self.modules.contains_key("credit_counter") { "credit_counter" } else { "credit_counter_whole" };
        let mut formal = self.texts(&[counter, "fifo_pointers"])?;
        let text = CREDIT_LOOP.replace("dut_credit_counter", &format!("dut_{counter}")).replace("dut_", &self.prefix);
        formal.push(if counter == "credit_counter" { text } else { text.replace("// whole", ".buffer_empty     (whole),") });
        Ok(Proof {
            property: LOOP,
            module: "credit_counter, fifo_pointers",
            top: "credit_loop".into(),
            parameters: vec![("DEPTH".into(), depth.to_string()), ("SLOT_BITS".into(), bits(depth).to_string())],
            plain: Vec::new(),
            formal,
            discharged: [counter, "fifo_pointers"].map(|module| format!("{}{module}", self.prefix)).into(),
            connected: vec![("credits", "u_credit.count"), ("words", "u_fifo.fill")],
        })
    }

    /// The proof that the read data of a manager with `beats` places, two or more, always find one.
    ///
    /// # Errors
    /// [`Error::NoModule`] if the design has no AXI4 interfaces.
    pub fn axi4_places(&self, beats: u32) -> Result<Proof, Error> {
        let mut formal = self.texts(&["fifo_pointers"])?;
        formal.push(AXI4_PLACES.replace("dut_", &self.prefix));
        Ok(Proof {
            property: PLACES,
            module: "axi4_read_data, fifo_pointers",
            top: "axi4_places".into(),
            parameters: vec![("BEATS".into(), beats.to_string())],
            plain: self.texts(&["flit_buffer", "axi4_fifo", "axi4_read_data"])?,
            formal,
            discharged: vec![format!("{}fifo_pointers", self.prefix)],
            connected: vec![("places", "u_data.places"), ("words", "u_data.u_beats.g_many.u_pointers.fill")],
        })
    }

    /// The proof that the acknowledgements of a manager with `slots` slots, two or more, always find a place, and the beats of its writes.
    ///
    /// # Errors
    /// [`Error::NoModule`] if the design has no AXI4 interfaces.
    pub fn axi4_responses(&self, slots: u32) -> Result<Proof, Error> {
        let mut formal = self.texts(&["fifo_pointers"])?;
        formal.push(AXI4_RESPONSES.replace("dut_", &self.prefix));
        Ok(Proof {
            property: RESPONSES,
            module: "axi4_write_data, axi4_write_responses, fifo_pointers",
            top: "axi4_responses".into(),
            parameters: vec![("SLOTS".into(), slots.to_string())],
            plain: self.texts(&["flit_buffer", "axi4_fifo", "axi4_write_data", "axi4_write_responses"])?,
            formal,
            discharged: vec![format!("{}fifo_pointers", self.prefix)],
            connected: vec![("words", "u_answers.u_responses.g_many.u_pointers.fill")],
        })
    }

    /// The proof that a subordinate side that holds `held` requests, two or more, has a place for each.
    ///
    /// # Errors
    /// [`Error::NoModule`] if the design has no AXI4 interfaces.
    pub fn axi4_queue(&self, held: u32) -> Result<Proof, Error> {
        let mut formal = self.texts(&["fifo_pointers"])?;
        formal.push(AXI4_QUEUE.replace("dut_", &self.prefix));
        Ok(Proof {
            property: QUEUE,
            module: "axi4_held, fifo_pointers",
            top: "axi4_queue".into(),
            parameters: vec![("HELD".into(), held.to_string())],
            plain: self.texts(&["flit_buffer", "axi4_fifo", "axi4_held"])?,
            formal,
            discharged: vec![format!("{}fifo_pointers", self.prefix)],
            connected: vec![("held", "u_held.held"), ("words", "u_held.u_queue.g_many.u_pointers.fill")],
        })
    }

    /// The proof of switch allocator and crossbar.
    ///
    /// # Errors
    /// [`Error::NoModule`] if a module is missing.
    pub fn switch_and_crossbar(&self) -> Result<Proof, Error> {
        let (ports, vcs, one) = (self.manifest.ports.len(), self.manifest.vcs, self.manifest.pipeline == Pipeline::One);
        let parameters = [
            ("NUM_PORTS", ports.to_string()),
            ("NUM_VCS", vcs.to_string()),
            ("VC_BITS", bits(vcs).to_string()),
            ("PIPELINE", self.manifest.pipeline.to_string()),
        ];
        // What a crossbar of one cycle a hop or of one VC has not
        let without = |text: String, words: &[&str]| {
            text.split_inclusive('\n').filter(|line| !words.iter().any(|word| line.contains(word))).collect::<String>()
        };
        let text = SWITCH_AND_CROSSBAR.replace("dut_", &self.prefix);
        let text = if one { without(text, &["// registers"]) } else { text };
        let text = if vcs == 1 { without(text, &["// VCs"]) } else { text };
        Ok(Proof {
            property: CROSSBAR,
            module: "switch_allocator, crossbar",
            top: "switch_and_crossbar".into(),
            parameters: parameters.map(|(name, value)| (name.to_owned(), value)).into(),
            plain: self.texts(&["rr_arbiter", "switch_allocator", "crossbar"])?,
            formal: vec![text],
            discharged: Vec::new(),
            connected: Vec::new(),
        })
    }
}

/// `text` with the files of `formal/` in place of the lines that include them, so that it stands alone.
fn with_properties(dir: &Path, text: String) -> Result<String, Error> {
    let mut whole = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("`include \"").and_then(|rest| rest.trim_end().strip_suffix('"')) {
            Some(file) => whole += &yosys::read(&dir.join("formal").join(file))?,
            None => whole += line,
        }
    }
    Ok(whole)
}

/// Bits of an index below `count`.
fn bits(count: u32) -> u32 {
    count.next_power_of_two().ilog2().max(1)
}
