//! The comparisons of sections 5.4 and 5.5 of the TTN paper, one by one, with the paper's words for their degree.

use torusmith_sim::traffic::Pattern;

use super::Scenario;
use super::networks::{MESH, MESH_1, MH3DT, TESH, TORUS, TORUS_2, TTN};

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Comparison {
    /// Average transfer time.
    Latency { lower: &'static str, higher: &'static str },
    /// Maximum throughput.
    Throughput { higher: &'static str, lower: &'static str },
    /// Maximum throughputs are equal.
    Equal { one: &'static str, other: &'static str },
    /// Maximum throughput is below that of all other networks.
    Lowest(&'static str),
    /// Maximum throughput is below that of all other patterns.
    LowestPattern(&'static str),
    /// Maximum throughput is above that under uniform traffic.
    AboveUniform(&'static str),
    /// Maximum throughput is below that under uniform traffic.
    BelowUniform(&'static str),
    /// With every step of the hot spot's percentage, the lead of the first over the second grows, in percent of the second.
    Grows { above: &'static str, below: &'static str },
    /// With every step of the hot spot's percentage, the lead of the first over the second shrinks, in percent of the second.
    Shrinks { above: &'static str, below: &'static str },
    /// Latency at zero load, under every pattern (q = 1).
    LatencyEverywhere { lower: &'static str, higher: &'static str },
    /// Maximum throughput, under every pattern (q = 1).
    ThroughputEverywhere { higher: &'static str, lower: &'static str },
}

/// A comparison that the paper makes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PaperStatement {
    /// Section and figure.
    pub source: &'static str,
    /// The scenario; one of them if there are several.
    pub scenario: Scenario,
    /// Degree in the paper's words; empty if it gives none.
    pub words: &'static str,
    /// The comparison.
    pub comparison: Comparison,
}

/// A network's lead or lag, in the paper's words, for each of several networks.
type WordedComparisons = &'static [(&'static str, &'static [&'static str])];

/// Comparisons of a figure: the TTN against other networks.
struct FigureStatements {
    source: &'static str,
    pattern: Pattern,
    q: u32,
    /// Networks above the TTN in average transfer time.
    slower: WordedComparisons,
    /// Networks below the TTN in average transfer time.
    faster: WordedComparisons,
    /// Networks below the TTN in maximum throughput.
    less: WordedComparisons,
    /// Networks above the TTN in maximum throughput.
    more: WordedComparisons,
}

const FIGURES: [FigureStatements; 11] = [
    FigureStatements {
        source: "5.4.1, Fig. 7(a)",
        pattern: Pattern::Uniform,
        q: 0,
        slower: &[("far", &[MESH]), ("significantly", &[TESH])],
        faster: &[("slightly", &[MH3DT])],
        less: &[("", &[MH3DT, TESH, MESH])],
        more: &[],
    },
    FigureStatements {
        source: "5.4.1, Fig. 7(b)",
        pattern: Pattern::Uniform,
        q: 1,
        slower: &[("far", &[MESH, TORUS]), ("significantly", &[TESH])],
        faster: &[],
        less: &[("", &[MESH, TESH])],
        more: &[("slightly", &[TORUS])],
    },
    FigureStatements {
        source: "5.4.2, Fig. 8(a)",
        pattern: Pattern::HotSpot(2),
        q: 1,
        slower: &[("far", &[MESH, TORUS]), ("significantly", &[TESH])],
        faster: &[("slightly", &[MH3DT])],
        less: &[("far", &[MESH, TESH, MH3DT]), ("noticeably", &[TORUS])],
        more: &[],
    },
    FigureStatements {
        source: "5.4.2, Fig. 8(b)",
        pattern: Pattern::HotSpot(5),
        q: 1,
        slower: &[("far", &[MESH, TORUS, TESH])],
        faster: &[("a little bit", &[MH3DT])],
        less: &[("", &[MESH, TESH, MH3DT]), ("significantly", &[TORUS])],
        more: &[],
    },
    FigureStatements {
        source: "5.4.2, Fig. 8(c)",
        pattern: Pattern::HotSpot(10),
        q: 1,
        slower: &[("", &[MESH, TORUS, TESH])],
        faster: &[("a little bit", &[MH3DT])],
        less: &[("", &[MESH, TORUS, TESH, MH3DT])],
        more: &[],
    },
    FigureStatements {
        source: "5.4.2, Fig. 8(d)",
        pattern: Pattern::HotSpot(20),
        q: 1,
        slower: &[("far", &[MESH, TORUS, TESH])],
        faster: &[("slightly", &[MH3DT])],
        less: &[("", &[MESH, TORUS, TESH, MH3DT])],
        more: &[],
    },
    FigureStatements {
        source: "5.4.3, Fig. 9",
        pattern: Pattern::Transpose,
        q: 1,
        slower: &[("far", &[MESH, TORUS]), ("significantly", &[TESH])],
        faster: &[("slightly", &[MH3DT])],
        less: &[("", &[MESH, MH3DT, TESH])],
        more: &[("slightly", &[TORUS])],
    },
    FigureStatements {
        source: "5.4.4, Fig. 10",
        pattern: Pattern::BitReversal,
        q: 1,
        slower: &[("far", &[MESH, TORUS]), ("significantly", &[TESH])],
        faster: &[("slightly", &[MH3DT])],
        less: &[("far", &[MESH, MH3DT, TESH]), ("slightly", &[TORUS])],
        more: &[],
    },
    FigureStatements {
        source: "5.4.5, Fig. 11",
        pattern: Pattern::Complement,
        q: 1,
        slower: &[("far", &[MESH, TORUS]), ("significantly", &[TESH])],
        faster: &[("a little bit", &[MH3DT])],
        less: &[("far", &[MESH, TORUS, MH3DT, TESH])],
        more: &[],
    },
    FigureStatements {
        source: "5.4.6, Fig. 12",
        pattern: Pattern::BitFlip,
        q: 1,
        slower: &[("far", &[MESH, TORUS]), ("slightly", &[TESH])],
        faster: &[("slightly", &[MH3DT])],
        less: &[("far", &[MESH, MH3DT, TESH]), ("significantly", &[TORUS])],
        more: &[],
    },
    FigureStatements {
        source: "5.4.7, Fig. 13",
        pattern: Pattern::Shuffle,
        q: 1,
        slower: &[("far", &[MESH, TORUS]), ("noticeably", &[TESH])],
        faster: &[("slightly", &[MH3DT])],
        less: &[("far", &[MESH, TORUS, MH3DT]), ("significantly", &[TESH])],
        more: &[],
    },
];

impl FigureStatements {
    fn statements(&self) -> impl Iterator<Item = PaperStatement> {
        let each = |words: WordedComparisons| words.iter().flat_map(|&(words, others)| others.iter().map(move |&other| (words, other)));
        let slower = each(self.slower).map(|(words, higher)| (words, Comparison::Latency { lower: TTN, higher }));
        let faster = each(self.faster).map(|(words, lower)| (words, Comparison::Latency { lower, higher: TTN }));
        let less = each(self.less).map(|(words, lower)| (words, Comparison::Throughput { higher: TTN, lower }));
        let more = each(self.more).map(|(words, higher)| (words, Comparison::Throughput { higher, lower: TTN }));
        let scenario = Scenario { pattern: self.pattern, q: self.q };
        let all = slower.chain(faster).chain(less).chain(more);
        all.map(move |(words, comparison)| PaperStatement { source: self.source, scenario, words, comparison })
    }
}

/// Remarks besides the figures, by the scenario that precedes them in the text.
fn other_comparisons(pattern: Pattern, q: u32) -> Vec<(&'static str, &'static str, Comparison)> {
    use Comparison::*;
    match (pattern, q) {
        (Pattern::Uniform, 1) => vec![
            ("5.4.1", "far", Throughput { higher: TTN, lower: MESH_1 }),
            ("5.4.1", "far", Throughput { higher: TTN, lower: TORUS_2 }),
            ("5.4.1", "usually", Lowest(MESH)),
            ("5.4.1", "", Throughput { higher: TORUS, lower: MESH }),
        ],
        (Pattern::HotSpot(20), _) => vec![
            ("5.4.2", "", Equal { one: MH3DT, other: TESH }),
            ("5.4.2", "", Throughput { higher: MH3DT, lower: TORUS }),
            ("5.4.2", "", Throughput { higher: TESH, lower: TORUS }),
            ("5.4.2", "", Shrinks { above: TORUS, below: MH3DT }),
            ("5.4.2", "", Shrinks { above: TORUS, below: TESH }),
            ("5.4.2", "", Grows { above: TTN, below: TORUS }),
        ],
        (Pattern::Complement, _) => vec![
            ("5.4.5", "usually", LowestPattern(MESH)),
            ("5.4.5", "", Throughput { higher: TORUS, lower: MESH }),
            ("5.4.5", "", BelowUniform(TORUS)),
            ("5.4.5", "", AboveUniform(MH3DT)),
            ("5.4.5", "", AboveUniform(TESH)),
            ("5.4.5, 5.5", "", AboveUniform(TTN)),
        ],
        (Pattern::Shuffle, _) => vec![
            ("5.5", "a little bit", LatencyEverywhere { lower: MH3DT, higher: TTN }),
            ("5.5", "", ThroughputEverywhere { higher: TTN, lower: MESH }),
            ("5.5", "", ThroughputEverywhere { higher: TTN, lower: TORUS }),
            ("5.5", "", ThroughputEverywhere { higher: TTN, lower: MH3DT }),
            ("5.5", "", ThroughputEverywhere { higher: TTN, lower: TESH }),
        ],
        _ => Vec::new(),
    }
}

/// All comparisons, in the order of the text.
pub fn all() -> impl Iterator<Item = PaperStatement> {
    FIGURES.iter().flat_map(|figure| {
        let scenario = Scenario { pattern: figure.pattern, q: figure.q };
        let beside = other_comparisons(figure.pattern, figure.q).into_iter();
        figure.statements().chain(beside.map(move |(source, words, comparison)| PaperStatement { source, scenario, words, comparison }))
    })
}
