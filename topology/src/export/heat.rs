//! Picture of link loads: the half of a link next to a node is as wide and dark as the load that this node sends.

use std::collections::HashMap;
use std::io::{self, Write};

use super::escape_xml;
use super::picture::{LINE, Paint, Picture};
use crate::{Link, significant};

/// Loads of links, in flits a clock, by the outputs that they leave.
pub struct Heat {
    /// Caption: the traffic that the loads are of.
    pub of: String,
    /// Every directed link.
    pub loads: HashMap<Link, f64>,
}

/// Colours from no load to the highest: grey, yellow, orange, dark red; the brighter, the less.
const SCALE: [[u8; 3]; 4] = [[0xcc, 0xd5, 0xe0], [0xf5, 0xbd, 0x41], [0xe0, 0x52, 0x1d], [0x6b, 0x0a, 0x1e]];
/// Width of the legend's bar.
const BAR: i64 = 200;

impl Heat {
    /// The most loaded link, the first of equals; `None` if no link has a load.
    fn busiest(&self) -> Option<(Link, f64)> {
        let busier = |a: &(&Link, &f64), b: &(&Link, &f64)| a.1.total_cmp(b.1).then(b.0.cmp(a.0));
        self.loads.iter().max_by(busier).map(|(link, load)| (*link, *load)).filter(|(_, load)| *load > 0.0)
    }

    fn load(&self, from: Link) -> f64 {
        self.loads.get(&from).copied().unwrap_or(0.0)
    }
}

/// A colour of the scale, from 0 to 1.
fn colour(share: f64) -> String {
    let at = share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
    let below = (at as usize).min(SCALE.len() - 2);
    let mix = |i: usize| {
        let (low, high) = (f64::from(SCALE[below][i]), f64::from(SCALE[below + 1][i]));
        (low + (at - below as f64) * (high - low)).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

impl Paint for Heat {
    fn lines(&self) -> usize {
        3
    }

    fn links(&self, picture: &Picture<'_>, out: &mut dyn Write) -> io::Result<()> {
        let most = self.busiest().map_or(0.0, |(_, load)| load).max(f64::MIN_POSITIVE);
        let mut parts = Vec::new();
        for link in picture.links() {
            let Some(line) = picture.line(link.from) else { continue };
            let path = line.path(&picture.plane);
            if link.both {
                let [near, far] = path.halves();
                parts.push((self.load(link.from), near, picture.describe_link(link.from, link.to), ""));
                parts.push((self.load(link.to), far, picture.describe_link(link.to, link.from), ""));
            } else {
                parts.push((self.load(link.from), path.text(), picture.describe_link(link.from, link.to), " marker-end=\"url(#arrow)\""));
            }
        }
        // Busy links are drawn on top.
        parts.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (load, path, told, arrow) in parts {
            let (colour, width) = (colour(load / most), 1.5 + 4.5 * load / most);
            write!(out, "<path class=\"load\" d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width:.1}\"{arrow}>")?;
            writeln!(out, "<title>{told}: {} flits a clock</title></path>", significant(load))?;
        }
        Ok(())
    }

    fn legend(&self, picture: &Picture<'_>, y: i64, out: &mut dyn Write) -> io::Result<()> {
        let words = |line: i64, x: i64, text: &str, out: &mut dyn Write| {
            writeln!(out, "<text x=\"{x}\" y=\"{}\" font-size=\"14\">{}</text>", y + 5 + line * LINE, escape_xml(text))
        };
        words(0, 20, &format!("Load of links, {}", self.of), out)?;
        words(1, 20, "The half of a link beside a node: what that node sends.", out)?;
        writeln!(out, "<defs><linearGradient id=\"scale\">")?;
        for i in 0..SCALE.len() {
            let at = i as f64 / (SCALE.len() - 1) as f64;
            writeln!(out, "<stop offset=\"{at:.3}\" stop-color=\"{}\"/>", colour(at))?;
        }
        writeln!(out, "</linearGradient></defs>")?;
        let top = y + 2 * LINE - 6;
        writeln!(out, "<rect x=\"36\" y=\"{top}\" width=\"{BAR}\" height=\"12\" fill=\"url(#scale)\"/>")?;
        words(2, 20, "0", out)?;
        let told = |(link, load)| format!("{} flits a clock ({})", significant(load), picture.describe_port(link));
        let busiest = self.busiest().map_or("no load on any link".to_owned(), told);
        words(2, 46 + BAR, &busiest, out)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Source, heat_map};
    use super::*;
    use crate::Network;

    /// The picture has each directed link of a ring with its load, and the darkest and widest is the one in the legend.
    #[test]
    fn each_load_is_drawn_beside_its_sender() {
        let network: Network = "torus:4,4".parse().unwrap();
        let graph = network.graph();
        let mut loads: HashMap<Link, f64> = graph.iter_links().map(|(from, _)| (from, 0.125)).collect();
        loads.insert(Link { node: 5, port: 1 }, 0.5);
        let mut out = Vec::new();
        heat_map(&Source { network: &network, graph: &graph, table: None }, &Heat { of: "by hand".into(), loads }, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let svg = roxmltree::Document::parse(&text).unwrap();
        let drawn: Vec<_> = svg.descendants().filter(|node| node.attribute("class") == Some("load")).collect();
        assert_eq!(drawn.len(), graph.links());
        let last = drawn.last().unwrap();
        assert_eq!((last.attribute("stroke"), last.attribute("stroke-width")), (Some("#6b0a1e"), Some("6.0")));
        assert_eq!(last.first_element_child().unwrap().text(), Some("1,1 x+ to 1,2 x-: 0.5000 flits a clock"));
        // From the middle of node 1,1 to the middle of the link.
        assert_eq!(last.attribute("d"), Some("M120 120L144 120"));
        assert!(text.contains("0.5000 flits a clock (1,1 x+)") && text.contains("by hand"));
        assert_eq!(drawn.iter().filter(|node| node.attribute("stroke-width") == Some("2.6")).count(), graph.links() - 1);
    }

    #[test]
    fn a_network_without_traffic_is_drawn() {
        assert_eq!((colour(0.0), colour(1.0), colour(2.0)), ("#ccd5e0".into(), "#6b0a1e".into(), "#6b0a1e".into()));
        let network: Network = "mesh:2,2".parse().unwrap();
        let graph = network.graph();
        let mut out = Vec::new();
        heat_map(&Source { network: &network, graph: &graph, table: None }, &Heat { of: String::new(), loads: HashMap::new() }, &mut out)
            .unwrap();
        assert!(!String::from_utf8(out).unwrap().contains("NaN"));
    }
}
