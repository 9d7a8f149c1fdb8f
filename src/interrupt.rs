//! Ctrl-C: a command that can be stopped between two steps asks for it, any other ends at once; exit code 130 either way.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use crate::exit::{INTERRUPTED, Interrupted};

static ASKED: AtomicBool = AtomicBool::new(false);
static POLLED: AtomicBool = AtomicBool::new(false);

/// Takes Ctrl-C over from the system.
pub fn install() {
    // Without a handler the system ends the process, which is what is wanted too.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, SeqCst) || !POLLED.load(SeqCst) {
            eprintln!("torusmith: interrupted");
            std::process::exit(INTERRUPTED.into());
        }
    });
}

/// From here on Ctrl-C is noticed by [`raised`]; a second one ends the process.
pub fn poll() {
    POLLED.store(true, SeqCst);
}

/// Ctrl-C was pressed.
pub fn raised() -> bool {
    ASKED.load(SeqCst)
}

/// An error if Ctrl-C was pressed.
pub fn check() -> Result<(), Interrupted> {
    if raised() { Err(Interrupted) } else { Ok(()) }
}
