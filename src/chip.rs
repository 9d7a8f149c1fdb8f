//! The RDT router chip's gates by block (RDT paper, Table VIII), and our modules of the same functions.

use serde::Serialize;
use torusmith_synthesis::Block;

/// The chip's gates, and those without its buffer RAM.
pub const TOTAL: f64 = 90_522.0;
pub const LOGIC_TOTAL: f64 = 50_102.0;

/// Instances, and gates of each.
type Chip = (u64, f64);

/// Our module, what the block is called, and the chip's instances and gates of each; `None` where its table has no such row.
const ROWS: [(&str, &str, Option<Chip>); 8] = [
    ("mc_crossbar", "crossbar", Some((1, 2_927.0))),
    ("mc_arbiter", "arbiter", Some((1, 2_736.0))),
    ("mc_multicast_controller", "multicast_controller", Some((10, 1_558.0))),
    ("mc_io_controller", "io_controller", Some((10, 397.0))),
    ("mc_bitmap_generator", "bitmap_generator", Some((10, 2_288.0))),
    ("mc_ack_combining", "ack_combining", Some((1, 2_009.0))),
    ("flit_buffer", "packet_buffer", Some((20, 2_021.0))),
    ("mc_setup_unit", "setup_unit", None),
];

/// A block of ours beside the chip's.
#[derive(Debug, Serialize)]
pub struct ChipBlock {
    #[serde(flatten)]
    pub block: Block,
    pub chip_instances: Option<u64>,
    pub chip_gates_each: Option<f64>,
    pub chip_gates_total: Option<f64>,
}

/// The modules that are blocks of the report.
pub fn blocks() -> Vec<&'static str> {
    ROWS.iter().map(|(module, ..)| *module).collect()
}

/// The chip's name of one of our modules; what is no block of the chip's is the router itself.
pub fn name_of(module: &str) -> &'static str {
    ROWS.iter().find(|(known, ..)| *known == module).map_or("router", |&(_, name, _)| name)
}

/// Our blocks by the chip's names and in its order.
pub fn beside(ours: Vec<Block>) -> Vec<ChipBlock> {
    let place = |block: &Block| ROWS.iter().position(|(module, ..)| *module == block.block).unwrap_or(ROWS.len());
    let mut ours = ours;
    ours.sort_by_key(place);
    let beside = |block: Block| {
        let row = ROWS.get(place(&block));
        let chip = row.and_then(|(.., chip)| *chip);
        let name = name_of(&block.block).to_owned();
        ChipBlock {
            block: Block { block: name, ..block },
            chip_instances: chip.map(|(instances, _)| instances),
            chip_gates_each: chip.map(|(_, each)| each),
            chip_gates_total: chip.map(|(instances, each)| instances as f64 * each),
        }
    };
    ours.into_iter().map(beside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_have_the_chips_names() {
        assert_eq!(["flit_buffer", "mc_arbiter", "rdt_8_multicast_router"].map(name_of), ["packet_buffer", "arbiter", "router"]);
    }

    /// The paper's own sums.
    #[test]
    fn the_rows_of_the_table_add_up() {
        let rows = || ROWS.iter().filter_map(|(module, _, chip)| chip.map(|(instances, each)| (module, instances as f64 * each)));
        let sum: f64 = rows().map(|(_, gates)| gates).sum();
        let ram: f64 = rows().filter(|(module, _)| **module == "flit_buffer").map(|(_, gates)| gates).sum();
        assert_eq!((sum, sum - ram), (TOTAL, LOGIC_TOTAL));
    }
}
