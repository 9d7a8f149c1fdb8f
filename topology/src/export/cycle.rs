//! Picture of a dependency cycle: the channels that packets hold, each waiting for the next, drawn on their links.

use std::io::{self, Write};

use super::escape_xml;
use super::line::LinkLine;
use super::picture::{LINE, Paint, Picture};
use crate::Link;

/// A channel of a dependency cycle.
#[derive(Debug, Clone)]
pub struct Held {
    /// Output port at which the channel's link starts; port 0, and a port without a link, are drawn at the node.
    pub output: Link,
    /// Description of the channel, with its virtual channel.
    pub told: String,
}

/// A dependency cycle: each channel waits for the next one.
pub struct CyclePicture<'a>(pub &'a [Held]);

/// Most channels that are listed below the picture.
const LISTED: usize = 24;
/// Distance from a link to its number, in pixels.
const BESIDE: i64 = 11;
/// Colour of the cycle's links.
const HELD: &str = "#c2410c";
/// Colour of all other links.
const FREE: &str = "#cfd6df";

impl CyclePicture<'_> {
    /// Numbers of the channels on an output, from 1.
    fn numbers(&self, output: Link) -> String {
        let on = self.0.iter().zip(1..).filter(|(held, _)| held.output == output);
        on.map(|(_, number)| number.to_string()).collect::<Vec<_>>().join(", ")
    }

    /// The outputs, each once, in the order of the cycle.
    fn outputs(&self) -> Vec<Link> {
        let mut outputs = Vec::new();
        for held in self.0 {
            if !outputs.contains(&held.output) {
                outputs.push(held.output);
            }
        }
        outputs
    }
}

impl Paint for CyclePicture<'_> {
    fn lines(&self) -> usize {
        1 + self.0.len().min(LISTED) + usize::from(self.0.len() > LISTED)
    }

    fn links(&self, picture: &Picture<'_>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<g stroke=\"{FREE}\" stroke-width=\"1.6\">")?;
        for link in picture.links() {
            let Some(line) = picture.line(link.from) else { continue };
            let (path, told) = (line.path(&picture.plane).text(), picture.describe_link(link.from, link.to));
            writeln!(out, "<path class=\"link\" d=\"{path}\"><title>{told}</title></path>")?;
        }
        writeln!(out, "</g>")?;
        writeln!(out, "<g stroke=\"{HELD}\" stroke-width=\"3\">")?;
        for line in self.outputs().into_iter().filter_map(|output| picture.line(output)) {
            let path = LinkLine { arrow: true, ..line }.path(&picture.plane).text();
            writeln!(out, "<path class=\"held\" d=\"{path}\" marker-end=\"url(#arrow)\"/>")?;
        }
        writeln!(out, "</g>")
    }

    fn legend(&self, picture: &Picture<'_>, y: i64, out: &mut dyn Write) -> io::Result<()> {
        let mut taken: Vec<(i64, i64)> = Vec::new();
        for output in self.outputs() {
            let numbers = self.numbers(output);
            let places = match picture.line(output) {
                Some(line) => line.path(&picture.plane).places(BESIDE),
                None => picture.plane.centres.get(output.node as usize).map(|(x, y)| (x - 13, y - 13)).into_iter().collect(),
            };
            let width = 10 + 7 * numbers.len() as i64;
            let free = |&&(x, y): &&(i64, i64)| taken.iter().all(|(x1, y1)| (x - x1).abs() > width.max(17) || (y - y1).abs() > 18);
            let Some(&(x, y)) = places.iter().find(free).or(places.first()) else { continue };
            taken.push((x, y));
            let (left, top) = (x - width / 2, y - 9);
            writeln!(out, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"17\" rx=\"8\" fill=\"#ffffff\" stroke=\"{HELD}\"/>")?;
            writeln!(out, "<text x=\"{x}\" y=\"{}\" font-size=\"12\" text-anchor=\"middle\">{numbers}</text>", y + 4)?;
        }
        let mut lines = vec![format!("A cycle of {} channels, each waiting for the next one:", self.0.len())];
        lines.extend(self.0.iter().zip(1..).take(LISTED).map(|(held, number)| format!("{number}: {}", held.told)));
        if self.0.len() > LISTED {
            lines.push(format!("and {} more", self.0.len() - LISTED));
        }
        for (y, line) in (y..).step_by(LINE as usize).zip(lines) {
            writeln!(out, "<text x=\"20\" y=\"{}\" font-size=\"14\">{}</text>", y + 5, escape_xml(&line))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Source, cycle};
    use super::*;
    use crate::Network;

    /// The picture of a ring's cycle has every channel once with arrow and number, two VCs of a link share one label, and a local port is
    /// drawn at its node.
    #[test]
    fn each_channel_is_drawn_and_listed() {
        let network: Network = "torus:4,4".parse().unwrap();
        let graph = network.graph();
        let held = |node, port, told: &str| Held { output: Link { node, port }, told: told.into() };
        let all = [held(0, 1, "a<b"), held(1, 1, "c"), held(2, 1, "d"), held(3, 1, "e"), held(0, 1, "f"), held(7, 0, "g")];
        let mut out = Vec::new();
        cycle(&Source { network: &network, graph: &graph, table: None }, &all, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let svg = roxmltree::Document::parse(&text).unwrap();
        let of = |class: &str| svg.descendants().filter(|node| node.attribute("class") == Some(class)).count();
        assert_eq!((of("held"), of("link")), (4, graph.links() / 2));
        let words: Vec<&str> = svg.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
        for word in ["1, 5", "2", "3", "4", "6", "1: a<b", "6: g", "A cycle of 6 channels, each waiting for the next one:"] {
            assert!(words.contains(&word), "{word}: {words:?}");
        }
    }
}
