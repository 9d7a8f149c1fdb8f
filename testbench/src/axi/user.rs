//! The users at the streams of a node: a master that sends packets, a slave that takes beats; with pauses.

use std::collections::VecDeque;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use torusmith_sim::axi::Inputs;
use torusmith_sim::engine::Packet;

use crate::Error;
use crate::flits::Format;

/// What users do, besides sending packets by a pattern. Probabilities are 0..=1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UserOptions {
    /// A master pauses before a beat, in each clock anew; in half of its packets, drawn at random. At most 0.99.
    pub tvalid_pause: f64,
    /// A slave is not ready in a clock; in half of the spans of 64 clocks, drawn at random. At most 0.99.
    pub tready_pause: f64,
    /// A packet goes to the own node, or to an address of no node where there is one, and must be dropped (rule T4).
    pub wrong_destination: f64,
}

impl Default for UserOptions {
    /// A quarter of the clocks each, and every 50th packet.
    fn default() -> Self {
        Self { tvalid_pause: 0.25, tready_pause: 0.25, wrong_destination: 0.02 }
    }
}

impl UserOptions {
    pub(super) fn check(&self) -> Result<(), Error> {
        let Self { tvalid_pause, tready_pause, wrong_destination } = *self;
        let ranges =
            [("tvalid-pause", tvalid_pause, 0.99), ("tready-pause", tready_pause, 0.99), ("wrong-destination", wrong_destination, 1.0)];
        match ranges.into_iter().find(|(_, value, most)| !(0.0..=*most).contains(value)) {
            Some((field, value, most)) => Err(Error::Option { field, value: value.to_string(), allowed: format!("0..{most}") }),
            None => Ok(()),
        }
    }
}

/// Clocks in which a slave keeps to pausing, or not.
const SPAN: u64 = 64;

/// A packet of a user: beat k has the data of flit k + 1 of the packet with its number (rule N6).
#[derive(Debug, Clone, Copy)]
pub(super) struct Job {
    pub packet: Packet,
    /// `tdest`.
    pub destination: u32,
}

impl Job {
    /// It goes where its pattern says.
    pub fn valid(&self) -> bool {
        self.destination == self.packet.destination
    }

    pub fn beats(&self) -> usize {
        usize::from(self.packet.flits) - 1
    }
}

/// What a master did in a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    Nothing,
    Beat,
    /// The last of a packet.
    Last {
        valid: bool,
    },
}

pub(super) struct User {
    node: u32,
    /// First address that is none of a node, and the first that has too many bits.
    beyond: (u32, u32),
    options: UserOptions,
    format: Format,
    rng: ChaCha8Rng,
    queue: VecDeque<Job>,
    /// The packet that is being sent, and the beat that is next.
    sending: Option<(Job, usize)>,
    /// The packet is one with pauses.
    pausing: bool,
    /// The span of clocks is one with pauses.
    reluctant: bool,
    inputs: Inputs,
}

impl User {
    /// Of a node among `nodes`; its random stream depends on seed and node alone, and is another than that of the node's packets.
    pub fn new(node: u32, nodes: u32, format: Format, options: UserOptions, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(1 << 32 | u64::from(node));
        Self {
            node,
            beyond: (nodes, 1 << format.address_bits),
            options,
            format,
            rng,
            queue: VecDeque::new(),
            sending: None,
            pausing: false,
            reluctant: false,
            inputs: Inputs::default(),
        }
    }

    /// With probability `p`.
    fn draw(&mut self, p: f64) -> bool {
        f64::from(self.rng.next_u32()) < p * 4_294_967_296.0
    }

    /// Puts a packet at the end of the queue; it may be given a wrong destination.
    pub fn offer(&mut self, packet: Packet) -> Job {
        let mut destination = packet.destination;
        if self.draw(self.options.wrong_destination) {
            let (first, end) = self.beyond;
            let beyond = first < end && self.draw(0.5);
            destination = if beyond { first + self.rng.next_u32() % (end - first) } else { self.node };
        }
        let job = Job { packet, destination };
        self.queue.push_back(job);
        job
    }

    /// What it drives in `clock`, from what it has seen before it. No packet begins unless `open`. Returns also the packet that begins.
    pub fn drive(&mut self, clock: u64, open: bool) -> (Inputs, Option<Job>) {
        if clock.is_multiple_of(SPAN) {
            self.reluctant = self.draw(0.5);
        }
        self.inputs.tready = !(self.reluctant && self.draw(self.options.tready_pause));
        let mut begun = None;
        if !self.inputs.tvalid {
            if self.sending.is_none()
                && open
                && let Some(job) = self.queue.pop_front()
            {
                self.sending = Some((job, 0));
                self.pausing = self.draw(0.5);
                begun = Some(job);
            }
            if let Some((job, beat)) = self.sending
                && !(self.pausing && self.draw(self.options.tvalid_pause))
            {
                self.show(job, beat);
            }
        }
        (self.inputs, begun)
    }

    fn show(&mut self, job: Job, beat: usize) {
        self.inputs.tvalid = true;
        self.inputs.tlast = beat + 1 == job.beats();
        // Looked at with the first beat alone (T2).
        self.inputs.tdest = if beat == 0 { job.destination } else { self.rng.next_u32() % self.beyond.1 };
        let data = self.format.data(&job.packet, beat + 1, 0);
        self.inputs.tdata[..data.len()].copy_from_slice(&data);
    }

    /// The clock is over in which it drove this; `tready` was 1 or not.
    pub fn see(&mut self, tready: bool) -> Taken {
        let Some((job, beat)) = self.sending.filter(|_| self.inputs.tvalid && tready) else { return Taken::Nothing };
        self.inputs.tvalid = false;
        if beat + 1 < job.beats() {
            self.sending = Some((job, beat + 1));
            return Taken::Beat;
        }
        self.sending = None;
        Taken::Last { valid: job.valid() }
    }

    /// Packets not begun.
    pub fn queued(&self) -> usize {
        self.queue.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { width: 16, address_bits: 4, route_bits: 0, rewritten: false };

    fn packet(number: u32, flits: u8) -> Packet {
        Packet { number, source: 3, destination: 7, bits: 0, flits, created: 0 }
    }

    fn user(options: UserOptions, packets: u32) -> User {
        let mut user = User::new(3, 9, FORMAT, options, 1);
        for number in 0..packets {
            user.offer(packet(number, 2 + number as u8 % 5));
        }
        user
    }

    /// A beat that is shown stays as it is until it is taken, and each packet's beats come in order.
    #[test]
    fn a_master_keeps_to_the_handshake() {
        let mut user = user(UserOptions { tvalid_pause: 0.5, tready_pause: 0.5, wrong_destination: 0.0 }, 40);
        let mut shown: Option<Inputs> = None;
        let (mut taken, mut pauses, mut unready) = (Vec::new(), 0, 0);
        for clock in 0..600 {
            let (inputs, _) = user.drive(clock, true);
            if let Some(before) = shown {
                assert_eq!(Inputs { tready: before.tready, ..inputs }, before, "clock {clock}");
            }
            let tready = clock % 3 == 0;
            pauses += u32::from(!inputs.tvalid);
            unready += u32::from(!inputs.tready);
            shown = Some(inputs).filter(|inputs| inputs.tvalid && !tready);
            if inputs.tvalid && tready {
                taken.push((inputs.tdata[0], inputs.tlast));
            }
            user.see(tready);
        }
        let expected: Vec<(u32, bool)> = (0..40)
            .flat_map(|number| {
                let packet = packet(number, 2 + number as u8 % 5);
                (1..packet.flits).map(move |k| (FORMAT.data(&packet, k.into(), 0)[0], k + 1 == packet.flits))
            })
            .collect();
        assert_eq!(taken, expected);
        assert!(pauses > 100 && unready > 100, "{pauses} {unready}");
    }

    /// Without pauses a beat is shown in every clock, and the slave is always ready; none begins when it is not to.
    #[test]
    fn a_user_without_pauses() {
        let mut user = user(UserOptions { tvalid_pause: 0.0, tready_pause: 0.0, wrong_destination: 0.0 }, 2);
        let seen: Vec<_> = (0..4)
            .map(|clock| {
                let (Inputs { tvalid, tlast, tready, .. }, begun) = user.drive(clock, clock < 2);
                (tvalid, tlast, tready, begun.map(|job| job.packet.number), user.see(true))
            })
            .collect();
        let expected = [
            (true, true, true, Some(0), Taken::Last { valid: true }),
            (true, false, true, Some(1), Taken::Beat),
            (true, true, true, None, Taken::Last { valid: true }),
        ];
        assert_eq!(seen[..3], expected);
        assert!(!seen[3].0 && user.queued() == 0);
    }

    /// Its own node, or 9 to 15, which are no nodes.
    #[test]
    fn wrong_destinations_are_wrong() {
        let mut user = User::new(3, 9, FORMAT, UserOptions { wrong_destination: 0.5, ..UserOptions::default() }, 1);
        let all: Vec<u32> = (0..1000).map(|number| user.offer(packet(number, 2)).destination).collect();
        let count = |which: fn(u32) -> bool| all.iter().filter(|&&d| which(d)).count();
        let (right, own, none) = (count(|d| d == 7), count(|d| d == 3), count(|d| d >= 9));
        assert_eq!(right + own + none, 1000);
        assert!((400..600).contains(&right) && (150..350).contains(&own) && (150..350).contains(&none), "{right} {own} {none}");
        assert!((9..16).all(|d| all.contains(&d)) && all.iter().all(|&d| d < 16));
        let mut user = User::new(3, 16, FORMAT, UserOptions { wrong_destination: 1.0, ..UserOptions::default() }, 1);
        assert!((0..100).all(|number| user.offer(packet(number, 2)).destination == 3), "every address is a node");
    }
}
