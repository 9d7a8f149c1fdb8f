//! The devices, and what differs between their families.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// A device that [`crate::fpga`] can place and route for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device(&'static Row);

/// Name, family, and nextpnr's flags for it.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    name: &'static str,
    family: Family,
    flags: &'static [&'static str],
}

/// What is alike for several devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Ecp5,
    Ice40,
}

const DEVICES: [Row; 6] = [
    Row { name: "ecp5-12k", family: Family::Ecp5, flags: &["--12k", "--speed", "6", "--package", "CABGA381"] },
    Row { name: "ecp5-25k", family: Family::Ecp5, flags: &["--25k", "--speed", "6", "--package", "CABGA381"] },
    Row { name: "ecp5-45k", family: Family::Ecp5, flags: &["--45k", "--speed", "6", "--package", "CABGA554"] },
    Row { name: "ecp5-85k", family: Family::Ecp5, flags: &["--85k", "--speed", "6", "--package", "CABGA756"] },
    Row { name: "ice40-hx8k", family: Family::Ice40, flags: &["--hx8k", "--package", "ct256"] },
    Row { name: "ice40-up5k", family: Family::Ice40, flags: &["--up5k", "--package", "sg48"] },
];

impl Device {
    /// Its name, such as `ecp5-85k`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The program that places and routes for it.
    pub fn tool(self) -> &'static str {
        self.0.family.tool()
    }

    pub(crate) fn family(self) -> Family {
        self.0.family
    }

    pub(crate) fn flags(self) -> &'static [&'static str] {
        self.0.flags
    }
}

impl FromStr for Device {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let known = || DEVICES.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
        DEVICES.iter().find(|row| row.name == name).map(Self).ok_or_else(|| Error::Device { name: name.into(), allowed: known() })
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Family {
    pub fn tool(self) -> &'static str {
        match self {
            Self::Ecp5 => "nextpnr-ecp5",
            Self::Ice40 => "nextpnr-ice40",
        }
    }

    /// The environment variable that names the tool.
    pub fn variable(self) -> &'static str {
        match self {
            Self::Ecp5 => "TORUSMITH_NEXTPNR_ECP5",
            Self::Ice40 => "TORUSMITH_NEXTPNR_ICE40",
        }
    }

    /// What holds a LUT, and limits a design.
    pub fn logic_cell(self) -> &'static str {
        match self {
            Self::Ecp5 => "TRELLIS_COMB",
            Self::Ice40 => "ICESTORM_LC",
        }
    }

    /// Without pins where nextpnr can do without.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Ecp5 => &["--out-of-context", "--freq", "100", "--timing-allow-fail"],
            Self::Ice40 => &["--freq", "100", "--timing-allow-fail"],
        }
    }

    pub fn context(self) -> &'static str {
        match self {
            Self::Ecp5 => "two routers joined by one link both ways, out of context",
            Self::Ice40 => "one router between shift registers, which stand for its neighbours",
        }
    }

    pub fn flow(self) -> &'static str {
        match self {
            Self::Ecp5 => {
                "yosys synth_ecp5, coarse part by synth -flatten -noshare, -nobram; nextpnr-ecp5 --speed 6 --out-of-context --freq 100"
            }
            Self::Ice40 => "yosys synth_ice40; nextpnr-ice40 --freq 100",
        }
    }
}
