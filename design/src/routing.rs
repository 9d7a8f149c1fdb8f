//! Options of routing: VC rule, routing algorithm, ties.

use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use crate::UnknownName;
use crate::names::option;

/// VC rule: the virtual channels that a packet may use on each hop, so that no dependency cycle exists (docs/networks.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = VcRule::unknown)]
pub enum VcRule {
    /// TTN, STTN, MTN: four classes, two for hops inside the destination's basic module and two for all others.
    #[strum(serialize = "paper4")]
    Paper4,
    /// TTN, STTN and MTN with m = 2, TESH, MH3DT: two classes, one of them for hops inside the destination's basic module; STTN with L = 3: three.
    #[strum(serialize = "min2")]
    Min2,
    /// TTN, MTN and TESH with m = 2: `min2` extended to levels 4 and 5, max(3, L) - 1 classes.
    Least,
    /// STTN with m = 2: one class for each level.
    Level,
    /// TTN, STTN, MTN, TESH, HTN: the rule of the network's paper, to the letter. It deadlocks, so there is no Verilog of it.
    Literal,
    /// HTN: two classes, one on the path to the destination's basic module, one inside it and after a wrap link; adaptive routing adds a third.
    /// Dragonfly: two classes, one in the source's group, one in the destination's.
    Phase,
    /// RDT: two classes for hops inside a rank, and one for moves to a node of another rank.
    Descending,
    /// RDT: `descending` without the class for moves. It deadlocks, so there is no Verilog of it.
    Two,
    /// Torus: two classes, class 1 while the wrap link of the ring is ahead, then class 0.
    Dateline,
    /// Torus, TTN, STTN and MTN with m = 2 and L = 2 or 3, HTN: with balanced ties, any virtual channel on hops that are on no dependency cycle.
    /// Two classes; torus with sides of up to 4: one; STTN with L = 3 and adaptive routing: three.
    Balanced,
    /// Mesh, hypercube, star, fat tree, flattened butterfly: any virtual channel on any hop, as the routes have no dependency cycle.
    Any,
    /// Network file: the classes that it gives its routes.
    Table,
}

option!(VcRule, "vc-rule");

/// Routing algorithm: the path of a packet, and its choice among paths and virtual channels (docs/networks.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = RoutingAlgorithm::unknown)]
pub enum RoutingAlgorithm {
    /// Dimension order, deterministic; RDT: descending ranks; fat tree: up and down by the destination.
    Dor,
    /// Dimension order with other turns. TTN, STTN, MTN with L = 2: x before y on the path to a link between basic modules; HTN: some packets take
    /// their y hops before a link along X.
    DorTurn,
    /// HTN: dimension order with y hops before a link along X.
    DorEarly,
    /// HTN: the packets of a source use `dor-early` and `dor` alternately.
    DorBoth,
    /// HTN: link selection, either direction of a ring if both are equally long.
    Ls,
    /// HTN: channel selection, adaptive virtual channels next to the escape channels.
    Cs,
    /// HTN: link selection and channel selection.
    #[strum(serialize = "ls+cs")]
    LsCs,
    /// HTN: link selection and channel selection on the paths of `dor-turn`.
    #[strum(serialize = "ls+cs-turn")]
    LsCsTurn,
    /// RDT: the rank of the current node first, at every node. It deadlocks, so there is no Verilog of it.
    Floating,
    /// RDT: the rank of the source first, then descending ranks. It deadlocks, so there is no Verilog of it.
    Fixed,
    /// Fat tree: up through any port, that of `dor` first.
    AdaptiveUp,
    /// Network file: its routes.
    Table,
}

option!(RoutingAlgorithm, "routing");

/// Tie-break between the two equally long directions of a ring (docs/networks.md, Ties).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = Ties::unknown)]
pub enum Ties {
    /// Direction +, or the one that the VC rule requires.
    #[default]
    Plus,
    /// Direction + from a node with an even coordinate on the ring, direction - from one with an odd coordinate.
    Balanced,
}

option!(Ties, "ties");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_command_line() {
        let rules = "paper4 min2 least level literal phase descending two dateline balanced any table";
        assert_eq!(VcRule::VARIANTS.join(" "), rules);
        let algorithms = "dor dor-turn dor-early dor-both ls cs ls+cs ls+cs-turn floating fixed adaptive-up table";
        assert_eq!(RoutingAlgorithm::VARIANTS.join(" "), algorithms);
        assert_eq!(Ties::VARIANTS.join(" "), "plus balanced");
        assert_eq!(["min2", "table"].map(str::parse), [Ok(VcRule::Min2), Ok(VcRule::Table)]);
        assert_eq!(["dor-both", "ls+cs-turn"].map(str::parse), [Ok(RoutingAlgorithm::DorBoth), Ok(RoutingAlgorithm::LsCsTurn)]);
        assert_eq!((VcRule::Min2.name(), RoutingAlgorithm::LsCs.to_string()), ("min2", "ls+cs".to_owned()));
    }

    #[test]
    fn json_has_the_names() {
        assert_eq!(serde_json::to_string(&(VcRule::Paper4, RoutingAlgorithm::LsCs)).unwrap(), r#"["paper4","ls+cs"]"#);
        assert_eq!(serde_json::from_str::<(VcRule, Ties)>(r#"["min2","pl\u0075s"]"#).unwrap(), (VcRule::Min2, Ties::Plus));
        let refusal = serde_json::from_str::<Ties>(r#""even""#).unwrap_err().to_string();
        assert!(refusal.contains("ties = even is not allowed; allowed: plus, balanced"), "{refusal}");
    }

    #[test]
    fn an_unknown_name_is_refused_with_those_that_are_known() {
        for name in ["Balanced", "balanced ", "", "Paper4", "paper-4"] {
            assert!(name.parse::<VcRule>().is_err(), "{name}");
        }
        let told = "xy".parse::<RoutingAlgorithm>().unwrap_err().to_string();
        assert!(
            told.starts_with("routing = xy is not allowed; allowed: dor, dor-turn, ") && told.ends_with(", adaptive-up, table"),
            "{told}"
        );
    }
}
