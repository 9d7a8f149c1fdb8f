//! TESH(m, L, q), the Tori-connected mESH: a TTN whose basic modules are meshes.
//!
//! Source: ttn-2009, which compares with it; `networks/ttn-tesh-sttn-mtn.md` section 2.

use crate::tori_connected::Rules;
use crate::ttn;

pub(crate) const RULES: Rules = Rules { name: "TESH", most_q: 2, wraps: false, twisted: false, outlet: ttn::outlet, inlet: ttn::inlet };
