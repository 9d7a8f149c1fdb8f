//! The first difference, in words.

use crate::Error;
use crate::binding::Flit;
use crate::manifest::Design;
use crate::protocol::{Ports, Signal};
use crate::report::{Divergence, Elsewhere};

/// Other ports told of.
const OTHERS: usize = 8;

/// Where the words of a clock differ.
pub(crate) struct FirstDifference {
    pub clock: u64,
    /// Words compared.
    pub words: usize,
    /// The first that differs.
    pub first: usize,
    /// The last flits at its port that agreed, oldest first.
    pub recent: Vec<Flit>,
}

/// Says what differs at the first word, and where else.
///
/// # Errors
/// [`Error::Unexplained`] if every signal there is as it should be.
pub(crate) fn describe(design: &Design, found: &FirstDifference, ports: &dyn Ports) -> Result<Divergence, Error> {
    let FirstDifference { clock, words, first, ref recent } = *found;
    let compared = design.ports_compared();
    let place = |at: usize| {
        let (node, port) = ((at / compared) as u32, at % compared);
        (node, design.place_address(node), port, design.port_name(node, port))
    };
    let (node, address, port, port_name) = place(first);
    let Some(Signal { name, expected, found }) = difference(ports, first) else {
        return Err(Error::Unexplained { clock, node, address, port, port_name });
    };
    let others = (first + 1..words).filter_map(|at| Some((at, difference(ports, at)?))).take(OTHERS).map(|(at, signal)| {
        let (node, address, _, port_name) = place(at);
        Elsewhere { node, address, port_name, signal: signal.name }
    });
    Ok(Divergence {
        clock,
        node,
        address,
        port,
        port_name,
        signal: name,
        expected,
        found,
        expected_port: ports.expected(first),
        found_port: ports.found(first),
        recent: recent.iter().map(|flit| format!("clock {}: {}", flit.clock, ports.before(first, flit))).collect(),
        others: others.collect(),
        wave: None,
        wave_note: None,
    })
}

fn difference(ports: &dyn Ports, at: usize) -> Option<Signal> {
    ports.signals(at).into_iter().find(Signal::differs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ports of which the words from `from` on differ in `out_tail` alone.
    struct Differ {
        from: usize,
    }

    impl Ports for Differ {
        fn signals(&self, at: usize) -> Vec<Signal> {
            vec![Signal::new("out_valid", 1, 1), Signal::new("out_tail", 0, u8::from(at >= self.from)), Signal::new("error", 0, 0)]
        }

        fn expected(&self, at: usize) -> String {
            format!("expected {at}")
        }

        fn found(&self, at: usize) -> String {
            format!("found {at}")
        }

        fn before(&self, at: usize, flit: &Flit) -> String {
            format!("{} at {at}", flit.word.0)
        }
    }

    fn told(first: usize, from: usize) -> Result<Divergence, Error> {
        let options = torusmith_generator::Options { vcs: Some(2), ..Default::default() };
        let generated = torusmith_generator::generate(&"torus:4,4".parse().unwrap(), &options).unwrap();
        let path = format!("{}.json", generated.top);
        let design = Design::of_manifest("".as_ref(), path.as_ref(), generated.file(&path).unwrap(), |_| None).unwrap();
        let recent = vec![Flit { clock: 7, word: torusmith_sim::engine::PortWord(12) }];
        describe(&design, &FirstDifference { clock: 9, words: 80, first, recent }, &Differ { from })
    }

    #[test]
    fn the_first_signal_and_eight_others_are_told() {
        let told = told(13, 13).unwrap();
        assert_eq!((told.clock, told.node, &*told.address, told.port, &*told.port_name), (9, 2, "0,2", 3, "y+"));
        assert_eq!((&*told.signal, &*told.expected, &*told.found), ("out_tail", "0", "1"));
        assert_eq!((&*told.expected_port, &*told.found_port), ("expected 13", "found 13"));
        assert_eq!(told.recent, ["clock 7: 12 at 13"]);
        let others: Vec<_> = told.others.iter().map(|other| (other.node, &*other.port_name, &*other.signal)).collect();
        assert_eq!(others.len(), 8);
        assert_eq!((others[0], others[7]), ((2, "y-", "out_tail"), (4, "x+", "out_tail")));
    }

    /// A difference that the shim reports and that no port has is never given a name.
    #[test]
    fn a_difference_that_is_none_is_an_error() {
        let error = told(13, 14).unwrap_err();
        assert!(matches!(error, Error::Unexplained { clock: 9, node: 2, port: 3, .. }), "{error:?}");
        assert!(error.to_string().contains("router 2 (0,2), port 3 (y+)") && error.to_string().ends_with("please report"), "{error}");
    }
}
