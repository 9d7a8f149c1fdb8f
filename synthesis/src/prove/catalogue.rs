//! Which properties a generated design has, and for which parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

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
const CELLS: [(&str, &[&str], &str); 28] = [
    ("lowest_one", &[], "the lowest bit that is set"),
    ("onehot_mux", &[], "the word that is selected"),
    ("onehot_index", &[], "the place of the bit"),
    ("rr_arbiter", &["lowest_one"], ARBITER),
    ("fifo_pointers", &[], FIFO),
    ("credit_counter", &[], CREDITS),
    ("flit_buffer", &["onehot_mux"], MEMORY),
    ("front_buffer", &["onehot_mux"], MEMORY),
    ("vc_allocator", &["lowest_one", "rr_arbiter", "credit_counter"], VCS),
    ("next_after", &["lowest_one"], "the first who asks behind another one"),
    ("head_call", &["lowest_one", "onehot_mux", "next_after"], CALL),
    ("flit_pick", &["lowest_one", "onehot_mux", "next_after"], PICK),
    ("link_slice", &[], SLICE),
    ("rdt_rank", &[], "the rank of a vector"),
    ("quarter", &[], "the quarter of a vector"),
    ("mc_arbiter", &["lowest_one", "rr_arbiter"], STREAMS),
    ("axi_packetizer", &["lowest_one", "onehot_index", "credit_counter"], "packets are whole, each on one VC"),
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
    ("axi4_fifo", &["fifo_pointers", "flit_buffer", "onehot_mux"], "what waits stays in front"),
    ("axi4_giver", &["lowest_one", "onehot_index", "credit_counter"], "packets are whole, each on one VC or the own link"),
    (
        "axi4_taker",
        &["lowest_one", "rr_arbiter", "onehot_mux", "onehot_index", "fifo_pointers", "flit_buffer", "vc_buffers", "axi4_fifo"],
        "a packet is taken to its end, a head where it may be",
    ),
    ("axi4_requests", &[], "a request that waits stays as it is, none is lost or made"),
    ("axi4_slots", &["lowest_one", "onehot_index", "onehot_mux"], "a slot keeps its ID until it is freed, no request overtakes"),
    ("axi4_write_data", &AXI4_FIFO, "the dropper takes the beats of its write alone, its answer waits"),
    ("axi4_write_responses", &AXI4_FIFO, "a response stays until it is taken"),
    ("axi4_read_data", &AXI4_FIFO, "a beat stays until it is taken, bursts are not interleaved"),
    ("axi4_held", &AXI4_FIFO, "never more are held than may be, a head stays until it is given"),
];

/// A FIFO of AXI4 interfaces, and what it is made of.
const AXI4_FIFO: [&str; 4] = ["axi4_fifo", "fifo_pointers", "flit_buffer", "onehot_mux"];

/// A design of which properties are proved, read from the folder that `generate` wrote.
#[derive(Debug, Clone)]
pub struct Proofs {
    prefix: String,
    manifest: Value,
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
        let manifest: Value = serde_json::from_str(&yosys::read(&path)?).unwrap_or_default();
        let name = ["name", "slug"].iter().find_map(|field| manifest[field].as_str());
        let (Some(name), Some(sources)) = (name, manifest["sources"].as_array()) else {
            return Err(Error::Manifest { path });
        };
        let prefix = format!("{name}_");
        let mut modules = BTreeMap::new();
        for source in sources.iter().filter_map(Value::as_str) {
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
        let (module, needs, property) = *CELLS.iter().find(|(name, ..)| *name == cell).expect("a cell with properties");
        let pairs = parameters.split_whitespace().map(|word| word.split_once('=').expect("NAME=VALUE"));
        Ok(Proof {
            property,
            module,
            top: format!("{}{cell}", self.prefix),
            parameters: pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            plain: self.texts(needs)?,
            formal: vec![self.text(cell)?],
            discharged: Vec::new(),
            connected: Vec::new(),
        })
    }

    fn number(&self, name: &str) -> u32 {
        self.manifest["parameters"][name].as_u64().unwrap_or_default() as u32
    }

    /// For each input, the outputs that its flits can be sent to, as a mask.
    fn turns(&self) -> Vec<u32> {
        let rows = self.manifest["turns"].as_array().into_iter().flatten();
        rows.filter_map(|row| u32::from_str_radix(row.as_str()?, 2).ok()).collect()
    }

    /// For each input port and class, the classes of each output that packets turn to, as a mask.
    fn turns_by_class(&self) -> Vec<Vec<Vec<u32>>> {
        let mask = |group: &str| u32::from_str_radix(group, 2).unwrap_or_default();
        let row = |row: &Value| row.as_str().unwrap_or_default().rsplit('_').map(mask).collect();
        let rows = |rows: &Value| rows.as_array().into_iter().flatten().map(row).collect();
        self.manifest["turns_by_class"].as_array().into_iter().flatten().map(rows).collect()
    }

    /// Everything that is proved of the design's configuration.
    ///
    /// # Errors
    /// [`Error::NoModule`] if a module is missing.
    pub fn of_the_configuration(&self) -> Result<Vec<Proof>, Error> {
        if self.manifest["router"] == "multicast" {
            let cells = [
                ("rr_arbiter", "WIDTH=4"),
                ("rr_arbiter", "WIDTH=10"),
                ("flit_buffer", "WIDTH=2 WORDS=16 ADDR_BITS=4"),
                ("mc_arbiter", ""),
            ];
            return cells.into_iter().map(|(cell, parameters)| self.cell(cell, parameters)).collect();
        }
        let (vcs, depth, pipeline) = (self.number("NUM_VCS"), self.number("BUFFER_DEPTH"), self.number("PIPELINE"));
        let reuse = format!("{vcs}'b{:0width$b}", self.number("REUSE_EMPTY"), width = vcs as usize);
        let routing = self.manifest["routing"].as_str().unwrap_or_default();
        let (turns, vc_bits, ptr_bits) = (self.turns(), bits(vcs), bits(depth));
        let ports = turns.len() as u32;
        let by_class = self.turns_by_class();
        let classes = self.manifest["classes"].as_u64().unwrap_or(1) as u32;
        let messages = self.number("MESSAGE_CLASSES").max(1);
        let order = self.number("ORDER");
        let share = vcs / messages;
        let class_of = |vc: u32| vc % share * classes / share;
        let vcs_of = |of_class: &dyn Fn(u32) -> bool| (0..vcs).filter(|vc| of_class(class_of(*vc))).fold(0, |mask, vc| mask | 1 << vc);
        // The VCs of each input, and of each output.
        let inputs: Vec<u32> = by_class.iter().map(|rows| vcs_of(&|class| rows[class as usize].iter().any(|to| *to != 0))).collect();
        let to = |output: usize| by_class.iter().flatten().fold(0, |sum, row| sum | row[output]);
        let outputs: BTreeSet<u32> = (0..by_class.len()).map(|output| vcs_of(&|class| to(output) >> class & 1 == 1)).collect();
        let held: BTreeSet<u32> = inputs.iter().map(|set| set.count_ones()).filter(|count| *count > 0).collect();
        let askers = |output: u32| turns.iter().filter(|mask| *mask >> output & 1 == 1).count() as u32;
        // The arbiters of the outputs, and of the inputs or of VC allocation.
        let widths: BTreeSet<u32> = if pipeline == 3 {
            // An arbiter of VC allocation has some of an output's askers.
            (1..=(0..ports).map(askers).max().unwrap_or(1)).collect()
        } else {
            (0..ports).map(askers).chain(held.iter().copied()).filter(|width| *width > 0).collect()
        };
        let mut proofs = Vec::new();
        for width in widths {
            proofs.push(self.cell("rr_arbiter", &format!("WIDTH={width}"))?);
        }
        proofs.push(self.cell("fifo_pointers", &format!("DEPTH={depth} PTR_BITS={ptr_bits}"))?);
        // The bits of a word are alike: two will do.
        let ram = self.number("TARGET_FPGA");
        for &held in &held {
            let words = ((held - 1) << ptr_bits) + depth;
            let address_bits = ptr_bits + if held > 1 { bits(held) } else { 0 };
            for buffer in ["flit_buffer", "front_buffer"] {
                proofs.push(self.cell(buffer, &format!("WIDTH=2 WORDS={words} ADDR_BITS={address_bits} RAM={ram}"))?);
            }
        }
        proofs.push(self.cell("credit_counter", &format!("DEPTH={depth}"))?);
        proofs.push(self.credit_loop(depth)?);
        if pipeline == 3 {
            // With link selection a head may turn to another port while it waits.
            let either = u32::from(routing.starts_with("ls"));
            for held in &held {
                proofs.push(self.cell("next_after", &format!("WIDTH={held}"))?);
                proofs.push(self.cell("head_call", &format!("NUM_PORTS={ports} NUM_VCS={held} ALL_VCS={vcs} EITHER={either}"))?);
                proofs.push(self.cell("flit_pick", &format!("NUM_PORTS={ports} NUM_VCS={held}"))?);
            }
            // The local input is held up where a flit is dropped (E5).
            proofs.push(self.cell("flit_pick", &format!("NUM_PORTS={ports} NUM_VCS={} GUARDED=1", inputs[0].count_ones()))?);
        }
        // The local port's VCs are one class. An arbiter serves each, or, with three stages and channel selection, all (VA3).
        let one_arbiter = pipeline != 3 || routing.contains("cs");
        let all = (1 << vcs) - 1;
        let kinds = outputs.into_iter().filter(|set| *set != 0).map(|set| (classes, set)).chain([(1, all)]);
        for (classes, set) in kinds.collect::<BTreeSet<_>>() {
            // Each message class has as many (RC8).
            let groups = if one_arbiter { 1 } else { classes } * messages;
            proofs.push(self.cell(
                "vc_allocator",
                &format!(
                    "NUM_PORTS={ports} NUM_VCS={vcs} VC_BITS={vc_bits} CLASSES={classes} GROUPS={groups} MESSAGE_CLASSES={messages} ORDER={order} BUFFER_DEPTH={depth} PIPELINE={pipeline} REUSE_EMPTY={reuse} VCS={vcs}'b{set:0width$b}",
                    width = vcs as usize
                ),
            )?);
        }
        let reach: Vec<Vec<u32>> = (0..by_class.len())
            .map(|from| {
                let to = |output: usize| by_class[from].iter().fold(0, |sum, row| sum | row[output]);
                (0..by_class.len()).map(|output| vcs_of(&|class| to(output) >> class & 1 == 1)).collect()
            })
            .collect();
        proofs.push(self.switch_and_crossbar(vcs, &reach)?);
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
        let mut formal = self.texts(&["credit_counter", "fifo_pointers"])?;
        formal.push(CREDIT_LOOP.replace("dut_", &self.prefix));
        Ok(Proof {
            property: LOOP,
            module: "credit_counter, fifo_pointers",
            top: "credit_loop".into(),
            parameters: vec![("DEPTH".into(), depth.to_string()), ("PTR_BITS".into(), bits(depth).to_string())],
            plain: Vec::new(),
            formal,
            discharged: ["credit_counter", "fifo_pointers"].map(|module| format!("{}{module}", self.prefix)).into(),
            connected: vec![("credits", "u_credit.credit"), ("words", "u_fifo.fill")],
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
            plain: self.texts(&["onehot_mux", "flit_buffer", "axi4_fifo", "axi4_read_data"])?,
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
            plain: self.texts(&["onehot_mux", "flit_buffer", "axi4_fifo", "axi4_write_data", "axi4_write_responses"])?,
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
            plain: self.texts(&["onehot_mux", "flit_buffer", "axi4_fifo", "axi4_held"])?,
            formal,
            discharged: vec![format!("{}fifo_pointers", self.prefix)],
            connected: vec![("held", "u_held.held"), ("words", "u_held.u_queue.g_many.u_pointers.fill")],
        })
    }

    /// The proof of switch allocator and crossbar where the flits of each input leave by these VCs of each output, as a mask.
    ///
    /// # Errors
    /// [`Error::NoModule`] if a module is missing.
    pub fn switch_and_crossbar(&self, vcs: u32, reach: &[Vec<u32>]) -> Result<Proof, Error> {
        let ports = reach.len();
        let rows = |group: &dyn Fn(u32) -> String| reach.iter().flatten().rev().map(|set| group(*set)).collect::<String>();
        let turns = rows(&|set| u32::from(set != 0).to_string());
        let reached = rows(&|set| format!("{set:0width$b}", width = vcs as usize));
        let parameters = [
            ("NUM_PORTS", ports.to_string()),
            ("NUM_VCS", vcs.to_string()),
            ("VC_BITS", bits(vcs).to_string()),
            ("PIPELINE", self.number("PIPELINE").to_string()),
            ("TURNS", format!("{}'b{turns}", ports * ports)),
            ("REACH", format!("{}'b{reached}", ports * ports * vcs as usize)),
        ];
        Ok(Proof {
            property: CROSSBAR,
            module: "switch_allocator, crossbar",
            top: "switch_and_crossbar".into(),
            parameters: parameters.map(|(name, value)| (name.to_owned(), value)).into(),
            plain: self.texts(&["lowest_one", "rr_arbiter", "onehot_mux", "onehot_index", "switch_allocator", "crossbar"])?,
            formal: vec![SWITCH_AND_CROSSBAR.replace("dut_", &self.prefix)],
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
