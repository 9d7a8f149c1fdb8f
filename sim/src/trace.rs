//! One line of text on a router's state in a clock: often faster to read than a waveform.

use std::fmt;

use crate::engine::PortWord;

/// Flits of one packet that lie side by side in a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flits {
    /// Packet number.
    pub packet: u32,
    /// Index of the oldest of them.
    pub first: usize,
    /// Index of the youngest.
    pub last: usize,
}

/// An input VC that has flits or holds an output VC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputView {
    /// Input port.
    pub port: usize,
    /// Input VC.
    pub vc: usize,
    /// Contents of the buffer, oldest first.
    pub runs: Vec<Flits>,
    /// The output VC held, (port, VC).
    pub holds: Option<(usize, usize)>,
}

/// Outcome of a pick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PickOutcome {
    /// The output port grants the pick.
    Granted,
    /// Another input is.
    Lost,
    /// A head that finds no VC (rule RQ4): it asks for nothing (rules SA2, VA2).
    Void,
}

/// Request of an input in this clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PickView {
    /// VC allocation (`PIPELINE` = 3) rather than the switch.
    pub allocation: bool,
    /// Input port.
    pub port: usize,
    /// The VC picked.
    pub vc: usize,
    /// Output port that the pick asks for; `None` for a void head.
    pub output: Option<usize>,
    /// Granted or not.
    pub outcome: PickOutcome,
}

/// State of a router, the text of [`crate::engine::Engine::trace`]. Ports and VCs are written `port.vc`, flits `#packet:index`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RouterView {
    /// The clock.
    pub clock: u64,
    /// Input VCs that are not idle, in the order of ports and VCs.
    pub inputs: Vec<InputView>,
    /// Requests of this clock: the switch first, then VC allocation; in the order of ports.
    pub picks: Vec<PickView>,
    /// The output registers, by port.
    pub words: Vec<PortWord>,
}

/// `   12 | 0.0 #9:0; 1.0 #5:2-3 >3.2 | SA 0.0>3 lost; SA 1.0>3 granted | out 3.2 #5:1; credit 1.0`.
impl fmt::Display for RouterView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inputs = self.inputs.iter().map(|input| {
            let runs = input.runs.iter().map(|r| match (r.first, r.last) {
                (a, b) if a == b => format!(" #{}:{a}", r.packet),
                (a, b) => format!(" #{}:{a}-{b}", r.packet),
            });
            let holds = input.holds.map_or(String::new(), |(port, vc)| format!(" >{port}.{vc}"));
            format!("{}.{}{}{holds}", input.port, input.vc, runs.collect::<String>())
        });
        let picks = self.picks.iter().map(|pick| {
            let stage = if pick.allocation { "VA" } else { "SA" };
            let outcome = match pick.outcome {
                PickOutcome::Granted => "granted",
                PickOutcome::Lost => "lost",
                PickOutcome::Void => "void",
            };
            let asked = pick.output.map_or(String::new(), |output| format!(">{output}"));
            format!("{stage} {}.{}{asked} {outcome}", pick.port, pick.vc)
        });
        let flits = self.words.iter().enumerate().filter(|(_, w)| w.valid());
        let flits =
            flits.map(|(port, w)| format!("out {port}.{} #{}:{}{}", w.vc(), w.packet(), w.index(), if w.tail() { " tail" } else { "" }));
        let credits = self.words.iter().enumerate().filter_map(|(port, w)| w.credit().map(|vc| format!("credit {port}.{vc}")));
        let join = |parts: Vec<String>| if parts.is_empty() { "-".into() } else { parts.join("; ") };
        write!(f, "{:>6} | {} | {} | {}", self.clock, join(inputs.collect()), join(picks.collect()), join(flits.chain(credits).collect()))
    }
}
