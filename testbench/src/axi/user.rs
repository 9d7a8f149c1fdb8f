//! The users at the streams of a node: a master that sends packets, a slave that takes beats; with pauses.

use std::collections::VecDeque;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use torusmith_sim::axi::Inputs;
use torusmith_sim::engine::Packet;

use super::job::{Job, Shape};
use crate::Error;
use crate::stream_shape::ones;

/// Behaviour of stream users, besides sending packets by a pattern. Probabilities are 0..=1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UserOptions {
    /// A master pauses before a beat, in each clock anew; in half of its packets, drawn at random. At most 0.99.
    pub tvalid_pause: f64,
    /// A slave is not ready in a clock; in half of the spans of 64 clocks, drawn at random. At most 0.99.
    pub tready_pause: f64,
    /// A packet goes to the own node, or to an address of no node or in a class that is none where there is one, and must be dropped (rule T4).
    pub wrong_destination: f64,
    /// With `tkeep`: a packet has a beat that is not proper, and must be cut short (rule T10).
    pub broken_tkeep: f64,
    /// `clear_error` of all nodes is 1 in a clock.
    pub clear_error: f64,
}

impl Default for UserOptions {
    /// A quarter of the clocks each, and every 50th packet; errors are never cleared.
    fn default() -> Self {
        Self { tvalid_pause: 0.25, tready_pause: 0.25, wrong_destination: 0.02, broken_tkeep: 0.02, clear_error: 0.0 }
    }
}

impl UserOptions {
    pub(super) fn check(&self) -> Result<(), Error> {
        let Self { tvalid_pause, tready_pause, wrong_destination, broken_tkeep, clear_error } = *self;
        let ranges = [
            ("valid-pause", tvalid_pause, 0.99),
            ("ready-pause", tready_pause, 0.99),
            ("wrong-destination", wrong_destination, 1.0),
            ("broken-tkeep", broken_tkeep, 1.0),
            ("clear-error", clear_error, 1.0),
        ];
        match ranges.into_iter().find(|(_, value, most)| !(0.0..=*most).contains(value)) {
            Some((field, value, most)) => Err(Error::Option { field, value: value.to_string(), allowed: format!("0 to {most}") }),
            None => Ok(()),
        }
    }
}

/// Clocks in which a slave keeps to pausing, or not.
const SPAN: u64 = 64;

/// Action of a master in a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    Nothing,
    /// Whether it cuts its packet short.
    Beat {
        cut: bool,
    },
    /// The last of a packet.
    Last {
        valid: bool,
        cut: bool,
    },
}

pub(super) struct User {
    node: u32,
    /// First address that is none of a node, and the first that has too many bits.
    beyond: (u32, u32),
    /// Message classes that do not exist, likewise, in the bits of `tuser`.
    no_class: (u32, u32),
    options: UserOptions,
    shape: Shape,
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
    /// Of a node among `nodes`, with so many message classes; its random stream depends on seed and node alone, and is another than that of the
    /// node's packets.
    pub fn new(node: u32, nodes: u32, classes: u32, shape: Shape, options: UserOptions, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(1 << 32 | u64::from(node));
        Self {
            node,
            beyond: (nodes, 1 << shape.address_bits),
            no_class: (classes, classes.next_power_of_two()),
            options,
            shape,
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

    /// In half of the cases a number that is none, where there is one.
    fn draw_beyond(&mut self, (first, end): (u32, u32)) -> Option<u32> {
        (first < end && self.draw(0.5)).then(|| first + self.rng.next_u32() % (end - first))
    }

    /// Puts a packet at the end of the queue, in the class of its number (rule N1); it may be given a wrong destination or class.
    pub fn offer(&mut self, packet: Packet) -> Job {
        let (mut destination, mut class, mut valid) = (packet.destination.0, packet.number % self.no_class.0, true);
        if self.draw(self.options.wrong_destination) {
            valid = false;
            match self.draw_beyond(self.no_class) {
                Some(beyond) => class = beyond,
                None => destination = self.draw_beyond(self.beyond).unwrap_or(self.node),
            }
        }
        let user = if self.shape.has_more_user_bits() { self.rng.next_u64() & !self.shape.class_mask() } else { 0 };
        let tuser = (u64::from(class) | user) & self.shape.streams.user_mask();
        let job = Job { packet, destination, tuser, valid, last_bytes: self.shape.streams.bytes(), broken: None };
        let job = if self.shape.streams.tkeep { self.with_bytes(job) } else { job };
        self.queue.push_back(job);
        job
    }

    /// With a last beat of some bytes: half of them of all, an eighth null beats; some with a beat that is not proper.
    fn with_bytes(&mut self, job: Job) -> Job {
        let bytes = self.shape.streams.bytes();
        let last_bytes = match self.below(8) {
            0..4 => bytes,
            4 => 0,
            _ => 1 + self.below(bytes),
        };
        let broken = if self.draw(self.options.broken_tkeep) { self.draw_broken(job.beats(), bytes) } else { None };
        Job { last_bytes, broken, ..job }
    }

    /// A beat that is not proper, and its `tkeep`: without the lowest byte; or with a hole, as the last one; or as another without the highest byte, or
    /// without any. There is none if the only beat has one byte.
    fn draw_broken(&mut self, beats: usize, bytes: usize) -> Option<(usize, u64)> {
        let end = if bytes > 1 { beats } else { beats - 1 };
        if end == 0 {
            return None;
        }
        let (beat, whole) = (self.below(end), ones(bytes as u32));
        let tkeep = match self.below(3) {
            0 => whole & !1,
            _ if beat + 1 == beats => whole & !(1 << self.below(bytes - 1)),
            1 => whole >> 1,
            _ => 0,
        };
        Some((beat, tkeep))
    }

    fn below(&mut self, end: usize) -> usize {
        self.rng.next_u32() as usize % end
    }

    /// Drives `clock` from all that the user has seen before it. No packet begins unless `open`. Also returns the packet that begins.
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
        self.inputs.tuser = match self.no_class.1 {
            _ if beat > 0 && self.shape.has_more_user_bits() => self.rng.next_u64() & self.shape.streams.user_mask(),
            end if beat > 0 && end > 1 => u64::from(self.rng.next_u32() % end),
            _ => job.tuser,
        };
        if self.shape.streams.tkeep {
            self.inputs.tkeep = match job.broken {
                Some((broken, tkeep)) if beat == broken => tkeep,
                // Thrown away, and not looked at.
                Some((broken, _)) if beat > broken => self.rng.next_u64() & ones(self.shape.streams.bytes() as u32),
                _ => ones(job.bytes(beat, self.shape.streams) as u32),
            };
        }
        let data = self.shape.data(&job, beat);
        self.inputs.tdata[..data.len()].copy_from_slice(&data);
    }

    /// The clock is over in which it drove this; `tready` was 1 or not.
    pub fn see(&mut self, tready: bool) -> Taken {
        let Some((job, beat)) = self.sending.filter(|_| self.inputs.tvalid && tready) else { return Taken::Nothing };
        self.inputs.tvalid = false;
        let cut = job.valid && job.broken.is_some_and(|(broken, _)| beat == broken);
        if beat + 1 < job.beats() {
            self.sending = Some((job, beat + 1));
            return Taken::Beat { cut };
        }
        self.sending = None;
        Taken::Last { valid: job.valid, cut }
    }

    /// Packets not begun.
    pub fn queued(&self) -> usize {
        self.queue.len()
    }
}

#[cfg(test)]
mod tests {
    use torusmith_topology::TerminalId;

    use super::*;

    use crate::stream_shape::StreamShape;

    /// S = 16, U for so many classes.
    fn shape(classes: usize) -> Shape {
        Shape::new(4, StreamShape::plain(16, classes), classes)
    }

    fn packet(number: u32, flits: u8) -> Packet {
        Packet { number, source: TerminalId(3), destination: TerminalId(7), bits: 0, flits, created: 0 }
    }

    fn user(options: UserOptions, packets: u32) -> User {
        let mut user = User::new(3, 9, 1, shape(1), options, 1);
        for number in 0..packets {
            user.offer(packet(number, 2 + number as u8 % 5));
        }
        user
    }

    /// A beat that is shown stays as it is until it is taken, and each packet's beats come in order.
    #[test]
    fn a_master_keeps_to_the_handshake() {
        let mut user = user(UserOptions { tvalid_pause: 0.5, tready_pause: 0.5, wrong_destination: 0.0, ..UserOptions::default() }, 40);
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
                (1..packet.flits).map(move |k| (shape(1).payload(&packet, k.into())[0], k + 1 == packet.flits))
            })
            .collect();
        assert_eq!(taken, expected);
        assert!(pauses > 100 && unready > 100, "{pauses} {unready}");
    }

    /// Without pauses a beat is shown in every clock, and the slave is always ready; none begins when it is not to.
    #[test]
    fn a_user_without_pauses() {
        let mut user = user(UserOptions { tvalid_pause: 0.0, tready_pause: 0.0, wrong_destination: 0.0, ..UserOptions::default() }, 2);
        let seen: Vec<_> = (0..4)
            .map(|clock| {
                let (Inputs { tvalid, tlast, tready, .. }, begun) = user.drive(clock, clock < 2);
                (tvalid, tlast, tready, begun.map(|job| job.packet.number), user.see(true))
            })
            .collect();
        let expected = [
            (true, true, true, Some(0), Taken::Last { valid: true, cut: false }),
            (true, false, true, Some(1), Taken::Beat { cut: false }),
            (true, true, true, None, Taken::Last { valid: true, cut: false }),
        ];
        assert_eq!(seen[..3], expected);
        assert!(!seen[3].0 && user.queued() == 0);
    }

    /// Its own node, or 9 to 15, which are no nodes.
    #[test]
    fn wrong_destinations_are_wrong() {
        let mut user = User::new(3, 9, 1, shape(1), UserOptions { wrong_destination: 0.5, ..UserOptions::default() }, 1);
        let all: Vec<u32> = (0..1000).map(|number| user.offer(packet(number, 2)).destination).collect();
        let count = |which: fn(u32) -> bool| all.iter().filter(|&&d| which(d)).count();
        let (right, own, none) = (count(|d| d == 7), count(|d| d == 3), count(|d| d >= 9));
        assert_eq!(right + own + none, 1000);
        assert!((400..600).contains(&right) && (150..350).contains(&own) && (150..350).contains(&none), "{right} {own} {none}");
        assert!((9..16).all(|d| all.contains(&d)) && all.iter().all(|&d| d < 16));
        let mut user = User::new(3, 16, 1, shape(1), UserOptions { wrong_destination: 1.0, ..UserOptions::default() }, 1);
        assert!((0..100).all(|number| user.offer(packet(number, 2)).destination == 3), "every address is a node");
    }

    /// Packet number n is of class n mod M; of three classes no packet is in class 3 but those that are to be dropped.
    #[test]
    fn classes_go_round_and_wrong_ones_are_none() {
        for (classes, none) in [(1, 0..=0), (2, 0..=0), (3, 150..=350), (4, 0..=0)] {
            let mut user =
                User::new(3, 9, classes, shape(classes as usize), UserOptions { wrong_destination: 0.5, ..UserOptions::default() }, 1);
            let all: Vec<Job> = (0..1000).map(|number| user.offer(packet(number, 2))).collect();
            let (no_class, others): (Vec<&Job>, Vec<&Job>) = all.iter().partition(|job| job.tuser >= u64::from(classes));
            assert!(none.contains(&no_class.len()), "{} of {classes}", no_class.len());
            assert!(no_class.iter().all(|job| !job.valid && job.tuser == 3 && job.destination == 7));
            assert!(others.iter().all(|job| job.tuser == u64::from(job.packet.number % classes) && job.valid == (job.destination == 7)));
        }
    }

    /// The first beat tells the class, the others anything.
    #[test]
    fn tuser_is_told_with_the_first_beat() {
        let mut user = User::new(
            3,
            9,
            3,
            shape(3),
            UserOptions { tvalid_pause: 0.0, tready_pause: 0.0, wrong_destination: 0.0, ..UserOptions::default() },
            1,
        );
        (0..200).for_each(|number| _ = user.offer(packet(number, 3)));
        let seen: Vec<u64> = (0..400)
            .map(|clock| {
                let (inputs, _) = user.drive(clock, true);
                user.see(true);
                inputs.tuser
            })
            .collect();
        assert!(seen.iter().step_by(2).enumerate().all(|(number, &tuser)| tuser == number as u64 % 3));
        assert!((0..4).all(|tuser| seen.iter().skip(1).step_by(2).any(|&seen| seen == tuser)));
    }

    /// With `tkeep` and user bits: last beats of any number of bytes or none, some beats that are not proper, `tuser` of all its bits.
    #[test]
    fn bytes_and_user_bits_are_of_all_kinds() {
        let streams = StreamShape { width: 32, tkeep: true, user_width: 12 };
        let options = UserOptions { broken_tkeep: 0.25, wrong_destination: 0.0, ..UserOptions::default() };
        let mut user = User::new(3, 9, 3, Shape::new(4, streams, 3), options, 1);
        let all: Vec<Job> = (0..1000).map(|number| user.offer(packet(number, 3))).collect();
        assert!((0..=4).all(|bytes| all.iter().filter(|job| job.last_bytes == bytes).count() > 60));
        assert!(all.iter().all(|job| job.tuser & 3 == u64::from(job.packet.number % 3)));
        assert_eq!(all.iter().fold(0, |bits, job| bits | job.tuser), 0xfff);
        let broken: Vec<(usize, u64)> = all.iter().filter_map(|job| job.broken).collect();
        assert!((150..350).contains(&broken.len()), "{}", broken.len());
        // A last beat is proper with its lowest bytes alone; the one before with all.
        for (beat, tkeep) in [(0, 0), (0, 0b1110), (0, 0b0111), (1, 0b1110), (1, 0b1101), (1, 0b1011)] {
            assert!(broken.contains(&(beat, tkeep)), "{beat} {tkeep:04b}");
        }
        assert!(broken.iter().all(|&(beat, tkeep)| if beat == 0 { tkeep != 15 } else { ![0, 1, 3, 7, 15].contains(&tkeep) }));
        // A last beat of one byte is whole, or a null beat.
        let streams = StreamShape { width: 8, tkeep: true, user_width: 0 };
        let mut user = User::new(3, 9, 1, Shape::new(4, streams, 1), UserOptions { broken_tkeep: 1.0, ..options }, 1);
        let broken: Vec<_> = (0..100).map(|number| user.offer(packet(number, 2 + (number % 2) as u8)).broken).collect();
        assert!(broken.iter().step_by(2).all(Option::is_none) && broken.iter().skip(1).step_by(2).all(|&broken| broken == Some((0, 0))));
    }
}
