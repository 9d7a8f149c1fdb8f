//! The ports of a plain router in words.

use torusmith_design::Scope;
use torusmith_sim::engine::{Packet, PortWord};

use crate::binding::{Flit, Heads};
use crate::flits::{Format, hex};
use crate::link::{self, Link};
use crate::protocol::{self, ClockView, Signal};

pub(super) struct Ports<'a> {
    pub scene: ClockView<'a, Heads>,
    pub format: Format,
    /// By number.
    pub packets: &'a [Packet],
}

impl Ports<'_> {
    /// Data of the flit that the model shows at a word; a head's may have been rewritten on the way (rule RC7).
    fn data(&self, at: usize) -> String {
        let (frame, format) = (self.scene.frame, self.format);
        let word = frame.words[at];
        let Some(packet) = self.packets.get(word.packet() as usize).filter(|_| word.valid()) else { return String::new() };
        let heads = &frame.extras.rewritten;
        let rewritten = heads.binary_search_by_key(&(at as u64), |head| head.at).ok().map(|i| heads[i].header);
        let header = rewritten.unwrap_or_else(|| format.header(packet, packet.bits));
        hex(&format.defined(&format.data(packet, word.index(), header), word.head()), format.width)
    }

    /// `tail flit 3 of packet 12 (4 flits, 5 to 77) on VC 2`.
    fn flit(&self, word: PortWord) -> String {
        let packet = self.packets.get(word.packet() as usize);
        let packet =
            packet.map_or(String::new(), |p| format!(" of packet {} ({} flits, {} to {})", p.number, p.flits, p.source, p.destination));
        format!("{} flit {}{packet} on VC {}", link::ends(word.0 as u32), word.index(), word.vc())
    }
}

impl protocol::Ports for Ports<'_> {
    fn signals(&self, at: usize) -> Vec<Signal> {
        let expected = Link { control: self.scene.frame.words[at].0 as u32, data: self.data(at) };
        let mut all = link::signals(&expected, &Link::found(self.scene.wires(at), self.format));
        if self.scene.design.manifest.scope == Scope::Network {
            all.iter_mut().for_each(|signal| signal.name.insert_str(0, "local_"));
        }
        if self.scene.last_port(at) {
            let locals = self.scene.view.locals();
            let errors = &self.scene.frame.extras.errors;
            let of = |port: usize| errors.get(self.scene.place(at).0 * locals + port).copied().unwrap_or(0);
            let expected = (0..locals).fold(0u128, |all, port| all | u128::from(of(port)) << (3 * port));
            let bits = 3 * locals;
            all.push(Signal::new("error", format!("{expected:0bits$b}"), format!("{:0bits$b}", self.scene.error(at))));
        }
        all
    }

    fn expected(&self, at: usize) -> String {
        let word = self.scene.frame.words[at];
        link::port(word.0 as u32, || self.flit(word))
    }

    fn found(&self, at: usize) -> String {
        Link::found(self.scene.wires(at), self.format).text()
    }

    fn before(&self, _at: usize, flit: &Flit) -> String {
        self.flit(flit.word)
    }
}
