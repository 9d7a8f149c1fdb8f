//! The page: sections of facts, tables and pictures, written as one file without scripts.

use askama::Template;
use torusmith_topology::Network;

/// The page.
#[derive(Template)]
#[template(path = "page.html")]
pub struct Page {
    title: String,
    version: &'static str,
    summary: Vec<(&'static str, String)>,
    sections: Vec<Section>,
    /// The commands that made it.
    pub commands: Vec<String>,
    /// Tools with their versions.
    tools: Vec<(String, String)>,
    /// Bytes of pictures so far.
    drawn: usize,
}

/// Most bytes of all pictures: the page is to stay below 2 MB.
const PICTURES: usize = 1_850_000;

/// A part of the page.
pub struct Section {
    id: &'static str,
    title: &'static str,
    blocks: Vec<Block>,
}

/// Part of a section.
pub enum Block {
    /// A paragraph.
    Text(String),
    /// Section that was not computed, and the flag that asks for it.
    NotComputed(&'static str),
    /// A command to type.
    Command(String),
    /// Names and values.
    Facts(Vec<(String, String)>),
    /// Rows of cells below a head, with a caption.
    Table(Table),
    /// A picture, and what is said below it.
    Picture(String, String),
}

/// Rows of cells.
pub struct Table {
    /// Title of the table.
    pub caption: String,
    /// A cell for each column.
    pub head: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// It is shown when asked for.
    pub folded: bool,
}

impl Table {
    /// A column of numbers stands to the right, with its head.
    fn is_number(&self, column: &usize) -> bool {
        let number =
            |cell: &str| cell.starts_with(|c: char| c.is_ascii_digit()) && cell.chars().all(|c| c.is_ascii_digit() || ".% ".contains(c));
        let mut cells = self.rows.iter().filter_map(|row| row.get(*column)).filter(|cell| !cell.is_empty() && *cell != "-").peekable();
        cells.peek().is_some() && cells.all(|cell| number(cell))
    }
}

impl Page {
    /// An empty page.
    pub fn new(network: &Network, version: &'static str) -> Self {
        let title = network.to_string();
        Self { title, version, summary: Vec::new(), sections: Vec::new(), commands: Vec::new(), tools: Vec::new(), drawn: 0 }
    }

    /// A line at the top.
    pub fn summary(&mut self, name: &'static str, value: String) {
        self.summary.push((name, value));
    }

    /// A section at the end.
    pub fn section(&mut self, id: &'static str, title: &'static str, blocks: Vec<Block>) {
        self.sections.push(Section { id, title, blocks });
    }

    /// A section of what was not computed, with the command that does.
    pub fn not_computed(&mut self, id: &'static str, title: &'static str, flag: &'static str, command: String) {
        self.section(id, title, vec![Block::NotComputed(flag), Block::Command(command)]);
    }

    /// A tool that took part.
    pub fn tool(&mut self, name: &str, version: &str) {
        let tool = (name.to_owned(), version.to_owned());
        if !self.tools.contains(&tool) {
            self.tools.push(tool);
        }
    }

    /// A picture, or the command that draws it where the page would become too large.
    pub fn picture(&mut self, svg: Option<String>, caption: String, command: String) -> Vec<Block> {
        match svg {
            Some(svg) if self.drawn + svg.len() <= PICTURES => {
                self.drawn += svg.len();
                vec![Block::Picture(svg, caption)]
            }
            _ => vec![Block::Text("The picture is too large for this page. It comes from".into()), Block::Command(command)],
        }
    }

    /// The file.
    pub fn text(&self) -> anyhow::Result<String> {
        Ok(self.render()?)
    }
}

/// Names and values.
pub fn facts<'a>(facts: impl IntoIterator<Item = (&'a str, String)>) -> Block {
    Block::Facts(facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}
