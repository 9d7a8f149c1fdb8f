//! The options of streams: their widths, those of the flits that carry them, and their clocks (docs/axi_interface.md).

use torusmith_design::ranges::{CLOCK_FIFO, MAX_FLIT_WIDTH, STREAM_WIDTH, USER_WIDTH, list};
use torusmith_design::{Clocks, Interface, OptionRange, Scope};

use crate::bits::clog2;
use crate::error::Error;
use crate::options::Options;

/// What a node's streams are like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Streams {
    /// S, bits of `tdata`.
    pub width: u32,
    /// They have `tkeep`.
    pub tkeep: bool,
    /// U, bits of `tuser`.
    pub user: u32,
    /// Those of them that are the message class.
    pub class: u32,
}

/// The highest bits of a head, which routers keep things of their own in (rule L4).
const OWN: u32 = 8;

impl Streams {
    /// W and the streams, by the options; `header` is 2A + R.
    ///
    /// # Errors
    /// [`Error::Option`] for widths that docs/axi_interface.md does not allow, and for those of streams where there are none.
    pub(crate) fn new(options: &Options, header: u32) -> Result<(u32, Self), Error> {
        let class = clog2(options.message_classes);
        if options.interface == Interface::Flit {
            no_streams(options)?;
            let width = options.flit_width.unwrap_or(header.max(32));
            return Ok((width, Self { width, tkeep: false, user: class, class }));
        }
        if options.interface == Interface::Axi4 {
            no_beats(options)?;
            return Ok((header, Self { width: header, tkeep: false, user: 0, class: 0 }));
        }
        let user = options.user_width.unwrap_or(class);
        let users = OptionRange { least: class as usize, ..USER_WIDTH };
        if !users.contains(user) {
            let why = match options.message_classes {
                1 => format!("allowed: {USER_WIDTH}"),
                classes => format!("allowed with {classes} message classes: {users}"),
            };
            return Err(Error::option("user-width", user, why));
        }
        let carried = user - class;
        let with_user = if carried > 0 { header + OWN + carried } else { header };
        let usual = header.max(32);
        let width = options.stream_width.unwrap_or(match options.flit_width {
            Some(width) => width,
            None if options.tkeep => usual.next_multiple_of(8),
            None => usual.max(with_user),
        });
        let beat = width + if options.tkeep { clog2(width / 8 + 1) } else { 0 };
        let flit_width = options.flit_width.unwrap_or(usual.max(beat).max(with_user).min(MAX_FLIT_WIDTH));
        let streams = Self { width, tkeep: options.tkeep, user, class };
        streams.check(flit_width)?;
        if flit_width < with_user && flit_width >= header {
            let room = flit_width.saturating_sub(header + OWN);
            let why = format!(
                "allowed with flit-width {flit_width}: {class} to {} (a head carries them beside {header} bits of routing and {OWN} of the routers)",
                class + room
            );
            return Err(Error::option("user-width", user, why));
        }
        Ok((flit_width, streams))
    }

    /// # Errors
    /// [`Error::Option`] for beats that do not go into flits of `flit_width` bits.
    fn check(&self, flit_width: u32) -> Result<(), Error> {
        let width = self.width;
        let bytes = STREAM_WIDTH.contains(width) && width.is_multiple_of(8);
        if self.tkeep {
            if !bytes {
                return Err(Error::option("stream-width", width, format!("allowed with tkeep: {STREAM_WIDTH} in whole bytes")));
            }
            if flit_width < 9 {
                return Err(Error::option(
                    "flit-width",
                    flit_width,
                    format!("allowed with tkeep: 9 to {MAX_FLIT_WIDTH} (a byte and a count)"),
                ));
            }
        } else if width != flit_width && !(bytes && flit_width >= 8) {
            let more = if flit_width >= 8 { format!("{STREAM_WIDTH} in whole bytes, and flit-width") } else { "flit-width".into() };
            return Err(Error::option("stream-width", width, format!("allowed: {more}, which is {flit_width}")));
        }
        Ok(())
    }

    /// The streams are as wide as flits and have no `tkeep`: each beat is a flit, whatever `FLIT_WIDTH` is at an instance.
    pub fn follow(&self, flit_width: u32) -> bool {
        self.width == flit_width && !self.tkeep
    }

    /// Bits of `tuser` that a head carries.
    pub fn carried(&self) -> u32 {
        self.user - self.class
    }
}

/// # Errors
/// [`Error::Option`] for an option of streams.
pub(crate) fn no_streams(options: &Options) -> Result<(), Error> {
    no_beats(options)?;
    match options.user_width {
        Some(bits) => Err(Error::option("user-width", bits, "allowed with interface axis and axi4")),
        None => Ok(()),
    }
}

/// # Errors
/// [`Error::Option`] for an option of streams that AXI4 interfaces do not have either.
fn no_beats(options: &Options) -> Result<(), Error> {
    let given = [("stream-width", options.stream_width.map(|bits| bits.to_string())), ("tkeep", options.tkeep.then(|| "1".to_owned()))];
    match given.into_iter().find_map(|(field, given)| Some((field, given?))) {
        Some((field, value)) => Err(Error::option(field, value, "allowed with interface axis")),
        None => Ok(()),
    }
}

/// # Errors
/// [`Error::Option`] for clocks of a node's own where there is no network, whose top brings them out node by node.
pub(crate) fn no_clocks_alone(options: &Options) -> Result<(), Error> {
    if options.clocks == Clocks::Async && options.interface == Interface::Axis && options.scope != Scope::Network {
        return Err(Error::option("clocks", options.clocks, "allowed with scope router: common (scope network: async, too)"));
    }
    Ok(())
}

/// Places of a FIFO.
const PLACES: u32 = 16;

/// Places of the FIFOs between clocks; `None` with one clock.
///
/// # Errors
/// [`Error::Option`] where there are no streams.
pub(crate) fn clock_fifo(options: &Options) -> Result<Option<u32>, Error> {
    if options.clocks == Clocks::Common {
        return match options.clock_fifo {
            Some(places) => Err(Error::option("clock-fifo", places, "allowed with clocks async")),
            None => Ok(None),
        };
    }
    if options.interface != Interface::Axis {
        return Err(Error::option("clocks", options.clocks, "allowed with interface flit: common (interface axis: async, too)"));
    }
    let places = options.clock_fifo.unwrap_or(PLACES);
    if !CLOCK_FIFO.contains(&places) {
        return Err(Error::option("clock-fifo", places, format!("allowed: {}", list(&CLOCK_FIFO))));
    }
    Ok(Some(places))
}
