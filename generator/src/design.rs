//! A generated design, in memory and in a folder.

use std::path::Path;

use torusmith_host::folder::Folder;

use crate::error::Error;
use crate::ownership::{Ownership, WriteOptions};
use crate::package::{Package, Testbench};
use crate::readme::{README, readme};
use crate::rules::{self, RULES};
use crate::{flows, manifest};

/// Whose the text of generated files is, and under which licence it may be used.
const OWNER: &str = "The torusmith authors";
const LICENSE: &str = env!("CARGO_PKG_LICENSE");

/// Simulators want a time unit of all modules or of none, and the user's may have one. Verilator has a unit from whichever module has one, so it gets
/// none from here: it would complain of a user's modules that come before without.
const TIMESCALE: &str = "\
// verilator lint_off TIMESCALEMOD
`ifndef VERILATOR
`timescale 1ns / 1ps
`endif
";

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The design's files in the folder, by their relative paths.
    pub files: Vec<String>,
    /// Files of the design that were not written, as the folder has another design's of that name.
    pub left_out: Vec<String>,
}

/// All files of a design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Design {
    /// Name of the top module.
    pub top: String,
    /// Path relative to the output folder, with `/`, and contents. The Verilog comes first, in compile order.
    pub files: Vec<(String, String)>,
    /// What a user should know of the choices, a line each.
    pub notes: Vec<String>,
    package: Package,
}

impl Design {
    /// The files beside those of package managers, and what these say.
    ///
    /// # Errors
    /// [`Error::Template`] if a template does not render.
    pub(crate) fn new(package: Package, mut files: Vec<(String, String)>) -> Result<Self, Error> {
        files.extend(flows::files(&package, None)?);
        let manifest = manifest::of(&files, &format!("{}.json", package.top));
        files.push((README.to_owned(), String::new()));
        files.push((RULES.to_owned(), rules::rules(&manifest, &files)));
        for (path, text) in &mut files {
            finish(path, text);
        }
        let mut design = Self { top: package.top.clone(), files, notes: Vec::new(), package };
        design.seal()?;
        Ok(design)
    }

    /// Puts a test bench beside the Verilog, and names it in the manifest, the `.core` and the `Bender.yml`.
    ///
    /// # Errors
    /// [`Error::Template`] if a template does not render.
    pub fn add_testbench(&mut self, bench: Testbench) -> Result<(), Error> {
        let mut renewed = Vec::from(flows::files(&self.package, Some(&bench))?);
        for (path, text) in &mut renewed {
            finish(path, text);
        }
        let name = self.manifest();
        renewed.extend(self.file(&name).map(|text| (name.clone(), manifest::with_testbench(text, &bench))));
        for (path, text) in &mut self.files {
            if let Some(at) = renewed.iter().position(|(renewed, _)| renewed == path) {
                *text = renewed.swap_remove(at).1;
            }
        }
        let (mut source, record) = (bench.source, bench.record);
        finish(&source.0, &mut source.1);
        self.files.extend([source, record]);
        self.seal()
    }

    /// The contents of the file at a relative path.
    pub fn file(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|(name, _)| name == path).map(|(_, text)| text.as_str())
    }

    /// Writes the design into the folder `dir`, which is made if need be: see [`Design::write_with`].
    ///
    /// # Errors
    /// [`Error::Write`] if the folder cannot be written, [`Error::Kept`] if it has files that are not torusmith's to replace.
    pub fn write(&self, dir: &Path) -> Result<(), Error> {
        self.write_with(dir, &WriteOptions::default()).map(drop)
    }

    /// Writes the design into the folder `dir`, which is made if need be. Files of its earlier version are replaced, those that it no longer has are
    /// removed, if nobody edited them; other designs and other files stay.
    ///
    /// The whole design appears or nothing does, also if the process is killed.
    ///
    /// # Errors
    /// [`Error::Write`] if the folder cannot be written, [`Error::Kept`] if it has files that are not torusmith's to replace.
    pub fn write_with(&self, dir: &Path, options: &WriteOptions) -> Result<Written, Error> {
        let cannot = |source| Error::Write { path: dir.to_owned(), source };
        let manifest = self.manifest();
        let folder = Folder::open(dir).map_err(cannot)?;
        let ownership = Ownership::read(folder.path(), &manifest, options).map_err(cannot)?;
        let left_out = ownership.left_out(&self.files);
        let mut design = self.clone();
        design.files.retain(|(path, _)| !left_out.contains(path));
        design.seal()?;
        let change = ownership.change(&design.files).map_err(|kept| Error::Kept { dir: dir.to_owned(), kept })?;
        folder.replace(&change).map_err(cannot)?;
        drop(change);
        Ok(Written { files: design.files.into_iter().map(|(path, _)| path).collect(), left_out })
    }

    /// The name of the manifest.
    fn manifest(&self) -> String {
        format!("{}.json", self.top)
    }

    /// Writes the readme of what is there, and puts the hashes of all files into the manifest.
    ///
    /// # Errors
    /// [`Error::Template`] if a template does not render.
    fn seal(&mut self) -> Result<(), Error> {
        let name = self.manifest();
        if let Some(at) = self.files.iter().position(|(path, _)| path == README) {
            self.files[at].1 = readme(&self.package, &manifest::of(&self.files, &name), &self.files)?;
        }
        let Some(at) = self.files.iter().position(|(path, _)| *path == name) else { return Ok(()) };
        let others = self.files.iter().filter(|(path, _)| *path != name);
        self.files[at].1 = manifest::sealed(&self.files[at].1, others);
        Ok(())
    }
}

/// What every file has, by its kind: in a comment behind the first line whose it is, and before the first line of Verilog a time unit.
fn finish(path: &str, text: &mut String) {
    let (comment, end) = match path.rsplit('.').next() {
        Some("v" | "vh" | "sv") => {
            *text = rules::cite_file(text);
            ("//", "")
        }
        Some("lpf" | "pcf" | "sdc" | "xdc" | "tcl" | "core" | "yml") => ("#", ""),
        Some("vhd") => ("--", ""),
        Some("xml") => ("<!--", " -->"),
        _ => return,
    };
    let line = text.find('\n').map_or(text.len(), |end| end + 1);
    text.insert_str(line, &format!("{comment} SPDX-FileCopyrightText: {OWNER}{end}\n{comment} SPDX-License-Identifier: {LICENSE}{end}\n"));
    if path.ends_with(".v") || path.ends_with(".sv") {
        let code = text.split_inclusive('\n').take_while(|line| line.starts_with("//") || line.trim().is_empty()).map(str::len).sum();
        text.insert_str(code, TIMESCALE);
    }
}
