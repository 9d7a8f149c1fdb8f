//! The devices, and what differs between their families.

use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use crate::Error;

/// A device that [`crate::fpga`] can place and route for, such as `ecp5-85k`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = Error, parse_err_fn = unknown)]
pub enum Device {
    /// ECP5, 12k LUTs.
    Ecp5_12k,
    /// ECP5, 24k LUTs.
    Ecp5_25k,
    /// ECP5, 44k LUTs.
    Ecp5_45k,
    /// ECP5, 84k LUTs.
    Ecp5_85k,
    /// iCE40 HX, 7680 LUTs.
    Ice40Hx8k,
    /// iCE40 UltraPlus, 5280 LUTs.
    Ice40Up5k,
}

/// Properties that several devices share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Ecp5,
    Ice40,
}

impl Device {
    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The program that places and routes for it.
    pub fn tool(self) -> &'static str {
        self.family().tool()
    }

    pub(crate) fn family(self) -> Family {
        match self {
            Self::Ecp5_12k | Self::Ecp5_25k | Self::Ecp5_45k | Self::Ecp5_85k => Family::Ecp5,
            Self::Ice40Hx8k | Self::Ice40Up5k => Family::Ice40,
        }
    }

    /// nextpnr's.
    pub(crate) fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Ecp5_12k => &["--12k", "--speed", "6", "--package", "CABGA381"],
            Self::Ecp5_25k => &["--25k", "--speed", "6", "--package", "CABGA381"],
            Self::Ecp5_45k => &["--45k", "--speed", "6", "--package", "CABGA554"],
            Self::Ecp5_85k => &["--85k", "--speed", "6", "--package", "CABGA756"],
            Self::Ice40Hx8k => &["--hx8k", "--package", "ct256"],
            Self::Ice40Up5k => &["--up5k", "--package", "sg48"],
        }
    }
}

fn unknown(name: &str) -> Error {
    Error::Device { name: name.into(), allowed: Device::VARIANTS.join(", ") }
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

    /// Name of the cell that holds a LUT, and limits a design.
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

    pub fn flow(self) -> &'static str {
        match self {
            Self::Ecp5 => {
                "yosys synth_ecp5, coarse part by synth -flatten -noshare, -nobram; nextpnr-ecp5 --speed 6 --out-of-context --freq 100"
            }
            Self::Ice40 => "yosys synth_ice40; nextpnr-ice40 --freq 100",
        }
    }
}
