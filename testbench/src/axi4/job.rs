//! A request of a manager from its beginning to its answer.

use super::request::{DECERR, Data, Request, SLVERR};

/// Index of a job among those under way.
pub type JobNumber = usize;

/// A beat of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WriteBeat {
    pub data: Data,
    /// A bit a byte.
    pub strb: u64,
    pub user: u64,
}

/// A beat of a read, or the response to a write, whose data is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    pub data: Data,
    pub resp: u8,
    pub user: u64,
}

/// Who answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The subordinate of a node, which sees this address.
    Subordinate { node: u32, addr: u64 },
    /// Nobody: no range has the address.
    Hole,
    /// Nobody: there are more beats than `MAX_BURST`.
    TooLong,
}

impl Target {
    pub fn node(&self) -> Option<u32> {
        match self {
            Self::Subordinate { node, .. } => Some(*node),
            _ => None,
        }
    }
}

/// Expected value of a byte that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Byte {
    /// The reader alone writes it.
    Own(u8),
    /// Others write it: something that was written there.
    Others,
}

#[derive(Debug, Clone)]
pub struct Job {
    /// Node of the manager.
    pub manager: u32,
    pub write: bool,
    /// As the manager shows it.
    pub request: Request,
    pub target: Target,
    /// Of a write.
    pub beats: Vec<WriteBeat>,
    /// Of a read that a subordinate answers: by beat its bytes from the lowest address up.
    pub expected: Vec<Vec<Byte>>,
    /// Answers of the subordinate so far.
    pub answers: Vec<Answer>,
    /// Beats of the answer that the manager has taken.
    pub taken: usize,
    /// The subordinate has it.
    pub arrived: bool,
    /// The clock in which its request was taken.
    pub asked: u64,
}

impl Job {
    /// Beats of its answer.
    pub fn answer_beats(&self) -> usize {
        if self.write { 1 } else { self.request.beats() }
    }

    /// The answer's next beat, if whoever answers has given it.
    pub fn next_answer(&self) -> Option<Answer> {
        let error = |resp| Some(Answer { resp, ..Answer::default() });
        match self.target {
            Target::Subordinate { .. } => self.answers.get(self.taken).copied(),
            Target::Hole => error(DECERR),
            Target::TooLong => error(SLVERR),
        }
    }

    /// The request as the subordinate must see it. `exclusive`: bits of `AxUSER` and of addresses of nodes, where lock goes through (P3).
    pub fn forwarded(&self, exclusive: Option<(u32, u32)>) -> Request {
        let Target::Subordinate { addr, .. } = self.target else { return self.request };
        let Request { user, id, lock, .. } = self.request;
        let user = match exclusive {
            Some((bits, address_bits)) => user | u128::from(self.manager) << bits | u128::from(id) << (bits + address_bits),
            None => user,
        };
        Request { id: 0, addr, lock: lock && exclusive.is_some(), user, ..self.request }
    }
}
