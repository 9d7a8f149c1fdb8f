//! MTN(m, L, q), the Midimew-connected Torus Network: a TTN whose vertical ("diagonal") rings lead, from the last row to the first, to the column
//! 2^(m-1) further on.
//!
//! Source: mtn-2020 section 2; `networks/ttn-tesh-sttn-mtn.md`, "MTN".

use crate::tori_connected::Rules;
use crate::ttn;

pub(crate) const RULES: Rules = Rules { name: "MTN", most_q: 2, wraps: true, twisted: true, outlet: ttn::outlet, inlet: ttn::inlet };
