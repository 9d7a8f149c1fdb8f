//! The map of an AXI4 interconnect, from addresses to nodes (docs/axi4_interface.md, "The map").
//!
//! ```
//! use torusmith_topology::{Network, address_map};
//!
//! let network: Network = "torus:4,4".parse()?;
//! let text = "managers = ['0,0']\n[[range]]\nname = 'ram'\nbase = 0x8000_0000\nsize = 0x1_0000\nnode = '1,2'\n";
//! let map = address_map::parse(text, "map.toml", &network, 32)?;
//! let place = map.lookup(0x8000_0040).unwrap();
//! assert_eq!((place.node, place.address), (network.parse_address("1,2")?, 0x40));
//! assert!(map.lookup(0x8001_0000).is_none());
//! # Ok::<(), torusmith_topology::Error>(())
//! ```

mod checks;
mod file;

use std::collections::BTreeSet;
use std::path::Path;

use strum::{Display, EnumString, VariantNames};
use torusmith_design::ranges::ADDRESS_WIDTH;

use crate::own::{spot, toml};
use crate::{Error, Network};

/// Bytes that base and size of a range are multiples of: no burst of AXI4 crosses them.
pub const GRAIN: u64 = 4096;

/// Rule by which the address that a subordinate receives derives from the manager's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum AddressRule {
    /// The range's base is subtracted.
    #[default]
    Offset,
    /// The address is unchanged.
    Keep,
}

/// A range of addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressRange {
    /// A letter, then letters, digits and `_`, up to 32; no other range has it.
    pub name: String,
    /// First address, a multiple of [`GRAIN`].
    pub base: u64,
    /// Last address.
    pub last: u64,
    /// Node number of the subordinate.
    pub node: u32,
    /// Rule for the subordinate's address.
    pub address: AddressRule,
}

impl AddressRange {
    /// Size in bytes, a multiple of [`GRAIN`], up to 2^64.
    pub fn size(&self) -> u128 {
        u128::from(self.last - self.base) + 1
    }

    /// Whether the range contains the address.
    pub fn holds(&self, address: u64) -> bool {
        (self.base..=self.last).contains(&address)
    }

    /// The address that the subordinate receives.
    pub fn translated(&self, address: u64) -> u64 {
        match self.address {
            AddressRule::Offset => address - self.base,
            AddressRule::Keep => address,
        }
    }
}

/// The target of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressTarget {
    /// Index of the range in [`AddressMap::ranges`].
    pub range: usize,
    /// Node number of the subordinate.
    pub node: u32,
    /// Address that the subordinate receives.
    pub address: u64,
}

/// The map of an AXI4 interconnect: nodes with a manager, and the subordinate of each address range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressMap {
    managers: BTreeSet<u32>,
    /// In ascending order of base.
    ranges: Vec<AddressRange>,
    subordinates: BTreeSet<u32>,
}

impl AddressMap {
    /// Nodes with a manager side, in ascending order; at least one.
    pub fn managers(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.managers.iter().copied()
    }

    /// Nodes with a subordinate side, those that ranges name, in ascending order; at least one.
    pub fn subordinates(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.subordinates.iter().copied()
    }

    /// Whether the node has a manager side.
    pub fn is_manager(&self, node: u32) -> bool {
        self.managers.contains(&node)
    }

    /// Whether the node has a subordinate side.
    pub fn is_subordinate(&self, node: u32) -> bool {
        self.subordinates.contains(&node)
    }

    /// The ranges by ascending base; no two share an address.
    pub fn ranges(&self) -> &[AddressRange] {
        &self.ranges
    }

    /// The target of an address; `None` if no range contains it.
    pub fn lookup(&self, address: u64) -> Option<AddressTarget> {
        let range = self.ranges.partition_point(|range| range.base <= address).checked_sub(1)?;
        let found = &self.ranges[range];
        found.holds(address).then(|| AddressTarget { range, node: found.node, address: found.translated(address) })
    }
}

/// Reads a map file for a network, with addresses of `address_width` bits.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::File`], and [`Error::Parameter`] for a width outside [`ADDRESS_WIDTH`].
pub fn read(path: &Path, network: &Network, address_width: u32) -> Result<AddressMap, Error> {
    parse(&spot::text(path)?, &path.display().to_string(), network, address_width)
}

/// Parses the text of a map file; `name` is the file's name in errors.
///
/// # Errors
/// [`Error::File`], and [`Error::Parameter`] for a width outside [`ADDRESS_WIDTH`].
pub fn parse(text: &str, name: &str, network: &Network, address_width: u32) -> Result<AddressMap, Error> {
    if !ADDRESS_WIDTH.contains(address_width) {
        return Err(Error::parameter("address map", "address-width", address_width, &ADDRESS_WIDTH.to_string()));
    }
    let draft = toml::read(text).and_then(|tree| file::read_draft(&tree));
    draft.and_then(|draft| checks::check(draft, network, address_width)).map_err(|error| error.into_error(&[name.to_owned()]))
}
