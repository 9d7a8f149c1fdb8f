//! Computes the outcomes of a page, and keeps the commands that stand for them.

use std::cell::{Cell, RefCell};
use std::path::Path;

use anyhow::{Context, anyhow};
use clap::FromArgMatches;
use tempfile::TempDir;

use super::flags::Given;
use crate::exit::Verdict;
use crate::outcome::Outcome;
use crate::shell::quoted;
use crate::{interrupt, refusal, temporary};

/// Computes outcomes of commands with the flags given to `report`.
pub struct Maker<'a> {
    command: &'a clap::Command,
    given: &'a Given,
    /// Where pictures are written.
    folder: TempDir,
    commands: RefCell<Vec<String>>,
    good: Cell<bool>,
}

impl<'a> Maker<'a> {
    /// With the flags that were given.
    pub fn new(command: &'a clap::Command, given: &'a Given) -> anyhow::Result<Self> {
        Ok(Self { command, given, folder: temporary::folder()?, commands: RefCell::default(), good: Cell::new(true) })
    }

    /// A command in words, as one would type it.
    pub fn words(&self, sub: &str, own: &[&str]) -> String {
        let network = Path::new(&self.given.network);
        // The folder of a file is left out: the page may go to others.
        let shown = network
            .file_name()
            .filter(|_| network.extension().is_some())
            .map_or(self.given.network.clone(), |name| name.to_string_lossy().into());
        let flags = self.flags(sub);
        let words = ["torusmith", sub, &shown].into_iter().chain(own.iter().copied()).chain(flags.iter().map(String::as_str));
        words.map(quoted).collect::<Vec<_>>().join(" ")
    }

    fn flags(&self, sub: &str) -> Vec<String> {
        self.command.find_subcommand(sub).map_or_else(Vec::new, |sub| self.given.for_command(sub))
    }

    /// The outcome of a command with these flags of its own.
    pub fn outcome<A: FromArgMatches, T: Outcome>(
        &self,
        sub: &str,
        own: &[&str],
        compute: impl FnOnce(&A) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        self.shown_as(sub, own, own, compute)
    }

    /// The outcome of a command, and the picture that it draws into the file of a flag, if it does.
    pub fn drawn<A: FromArgMatches, T: Outcome>(
        &self,
        sub: &str,
        own: &[&str],
        [flag, name]: [&str; 2],
        compute: impl FnOnce(&A) -> anyhow::Result<T>,
    ) -> anyhow::Result<(T, Option<String>)> {
        let file = self.folder.path().join(name);
        let path = file.to_string_lossy();
        let words = [own, &[flag, &path]].concat();
        let outcome = self.shown_as(sub, &[own, &[flag, name]].concat(), &words, compute)?;
        Ok((outcome, std::fs::read_to_string(&file).ok()))
    }

    /// The outcome of a command with flags of its own, which are `shown` on the page.
    pub fn shown_as<A: FromArgMatches, T: Outcome>(
        &self,
        sub: &str,
        shown: &[&str],
        own: &[&str],
        compute: impl FnOnce(&A) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        interrupt::check()?;
        let command = self.command.find_subcommand(sub).with_context(|| format!("no command {sub}"))?;
        let flags = self.flags(sub);
        let words = [sub, &self.given.network].into_iter().chain(own.iter().copied()).chain(flags.iter().map(String::as_str));
        let parsed = command.clone().try_get_matches_from(words).and_then(|matches| A::from_arg_matches(&matches));
        let outcome = compute(&parsed.map_err(|e| anyhow!(refusal::one_line(&e, command)))?)?;
        interrupt::check()?;
        self.good.set(self.good.get() && outcome.verdict() == Verdict::Good);
        self.stands_for(sub, shown);
        Ok(outcome)
    }

    /// Adds a command that makes a part of the page.
    pub fn stands_for(&self, sub: &str, own: &[&str]) {
        self.commands.borrow_mut().push(self.words(sub, own));
    }

    /// All commands, in their order.
    pub fn commands(&self) -> Vec<String> {
        self.commands.borrow().clone()
    }

    /// No outcome has an error.
    pub fn good(&self) -> bool {
        self.good.get()
    }
}
