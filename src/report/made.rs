//! Runs the commands that make a page, and keeps what they are.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, bail};
use serde_json::Value;
use tempfile::TempDir;

use super::flags::Given;
use crate::exit::{Interrupted, ToolMissing};
use crate::shell::quoted;
use crate::{exit, interrupt, progress, temporary};

/// Runs this program's other commands.
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
        // Where a file lies is nobody's business.
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

    /// What a command tells as JSON.
    pub fn json(&self, sub: &str, own: &[&str]) -> anyhow::Result<Value> {
        let text = self.run(sub, own, None, &["--json"])?;
        serde_json::from_str(&text).with_context(|| format!("the JSON of {sub}"))
    }

    /// What a command prints.
    pub fn text(&self, sub: &str, own: &[&str]) -> anyhow::Result<String> {
        self.run(sub, own, None, &[])
    }

    /// What a command tells as JSON, and the picture that it draws into the file of a flag, if it does.
    pub fn drawn(&self, sub: &str, own: &[&str], flag: &str, name: &str) -> anyhow::Result<(Value, Option<String>)> {
        let text = self.run(sub, own, Some((flag, name)), &["--json"])?;
        let picture = std::fs::read_to_string(self.folder.path().join(name)).ok();
        Ok((serde_json::from_str(&text).with_context(|| format!("the JSON of {sub}"))?, picture))
    }

    /// Runs a command, which may draw a picture; what is wrong with it is what is wrong with ours.
    fn run(&self, sub: &str, own: &[&str], picture: Option<(&str, &str)>, hidden: &[&str]) -> anyhow::Result<String> {
        interrupt::check()?;
        let drawn: Vec<&str> = picture.into_iter().flat_map(|(flag, name)| [flag, name]).collect();
        let words = self.words(sub, &[own, &drawn].concat());
        let spinner = progress::spinner(words.clone());
        let mut command = Command::new(std::env::current_exe().context("torusmith")?);
        command.arg(sub).arg(&self.given.network).args(own).args(self.flags(sub)).args(hidden);
        if let Some((flag, name)) = picture {
            command.arg(flag).arg(self.folder.path().join(name));
        }
        let output = command.stdin(Stdio::null()).output().context(words.clone())?;
        spinner.finish_and_clear();
        interrupt::check()?;
        let told = String::from_utf8_lossy(&output.stderr);
        let line = told.lines().rev().find_map(|line| line.strip_prefix("torusmith: ")).unwrap_or("it ended without a word").to_owned();
        match output.status.code() {
            Some(0) => {}
            Some(1) if !output.stdout.is_empty() => self.good.set(false),
            Some(1) => bail!(exit::Mismatch(line)),
            Some(3) => bail!(ToolMissing(line)),
            Some(130) => bail!(Interrupted),
            _ => return Err(anyhow!(line)),
        }
        self.commands.borrow_mut().push(words);
        Ok(String::from_utf8(output.stdout)?)
    }

    /// All that were run, in their order.
    pub fn commands(&self) -> Vec<String> {
        self.commands.borrow().clone()
    }

    /// None found anything wrong.
    pub fn good(&self) -> bool {
        self.good.get()
    }
}
