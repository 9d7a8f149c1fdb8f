//! A packet of three flits over two links, clock by clock, from the golden model: WaveDrom's JSON, and SVG.
//!
//! `cargo run -p torusmith-sim --example timing -- docs/pictures` writes the pictures of docs/using.md, one for each number of clocks a hop.

use torusmith_sim::Error;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::{Packet, PortWord};
use torusmith_sim::routing::{RoutingOptions, for_router};
use torusmith_sim::simulation::EngineKind;
use torusmith_topology::{Link, Network, TerminalId};

/// Values of a wire in each clock: a flit's or a credit's name, or nothing.
pub struct Lane {
    /// Name of the wire.
    pub name: &'static str,
    /// Clock by clock.
    pub shown: Vec<Option<&'static str>>,
}

/// Clocks that are drawn.
const CLOCKS: usize = 14;
/// Three nodes in a row: the packet goes from the first to the last.
const NETWORK: &str = "mesh:2,3";

/// The lanes of a pipeline of so many clocks a hop.
///
/// # Errors
/// Errors of the model; none occurs for 1 to 3 clocks.
pub fn lanes(pipeline: Pipeline) -> Result<Vec<Lane>, Error> {
    let network: Network = NETWORK.parse().expect("a network");
    let config = RouterConfig { pipeline, ..RouterConfig::default() };
    let graph = network.graph();
    let routing = for_router(&network, RoutingOptions::default(), config)?;
    let mut engine = EngineKind::Reference.build(&graph, routing, config, true)?;
    engine.offer(Packet { number: 0, source: TerminalId(0), destination: TerminalId(2), bits: 0, flits: 3, created: 0 });
    let port = |node: u32, to: u32| {
        let out = graph.iter_links().find(|(from, end)| from.node == node && end.node == to).map(|(from, _)| from);
        out.unwrap_or(Link { node, port: 0 })
    };
    let flit = |word: PortWord| {
        word.valid().then(|| {
            if word.head() {
                "head"
            } else if word.tail() {
                "tail"
            } else {
                "body"
            }
        })
    };
    let credit = |word: PortWord| word.credit().map(|_| "credit");
    type Shown<'a> = &'a dyn Fn(PortWord) -> Option<&'static str>;
    let wires: [(&str, Link, Shown<'_>); 5] = [
        ("flits a to b", port(0, 1), &flit),
        ("flits b to c", port(1, 2), &flit),
        ("flits c to its node", port(2, 2), &flit),
        ("credits b to a", port(1, 0), &credit),
        ("credits c to b", port(2, 1), &credit),
    ];
    let mut lanes: Vec<Lane> = wires.iter().map(|(name, ..)| Lane { name, shown: Vec::new() }).collect();
    let mut words = vec![PortWord::default(); graph.routers() * graph.ports()];
    for _ in 0..CLOCKS {
        engine.outputs(&mut words);
        for (lane, (_, at, shown)) in lanes.iter_mut().zip(&wires) {
            lane.shown.push(shown(words[at.node as usize * graph.ports() + usize::from(at.port)]));
        }
        engine.step();
    }
    // From the clock before the first flit is on a link to the clock after the last credit.
    let busy = |clock: &usize| lanes.iter().any(|lane| lane.shown[*clock].is_some());
    let (first, last) = ((0..CLOCKS).find(busy).unwrap_or(1).saturating_sub(1), (0..CLOCKS).rfind(busy).unwrap_or(CLOCKS));
    for lane in &mut lanes {
        lane.shown.truncate(last + 2);
        lane.shown.drain(..first);
    }
    Ok(lanes)
}

fn title(pipeline: Pipeline) -> &'static str {
    ["One clock a hop", "Two clocks a hop", "Three clocks a hop"][pipeline.clocks() as usize - 1]
}

/// JSON for WaveDrom.
pub fn json(pipeline: Pipeline, lanes: &[Lane]) -> String {
    let clocks = lanes[0].shown.len();
    let mut text = format!("{{ \"signal\": [\n  {{ \"name\": \"clk\", \"wave\": \"p{}\" }}", ".".repeat(clocks - 1));
    for lane in lanes {
        let wave: String = lane.shown.iter().map(|shown| if shown.is_some() { '=' } else { 'x' }).collect();
        let data: Vec<String> = lane.shown.iter().flatten().map(|name| format!("\"{name}\"")).collect();
        text += &format!(",\n  {{ \"name\": \"{}\", \"wave\": \"{wave}\", \"data\": [{}] }}", lane.name, data.join(", "));
    }
    text + &format!("\n], \"head\": {{ \"text\": \"{}\", \"tick\": 0 }} }}\n", title(pipeline))
}

/// Width of a clock.
const WIDE: usize = 54;
/// Height of a lane.
const HIGH: usize = 30;
/// Left end of the first clock.
const LEFT: usize = 150;
/// Above the first lane.
const TOP: usize = 58;

/// SVG for browsers.
pub fn svg(pipeline: Pipeline, lanes: &[Lane]) -> String {
    let clocks = lanes[0].shown.len();
    let (width, height) = (LEFT + clocks * WIDE + 20, TOP + (lanes.len() + 1) * HIGH + 10);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>{0}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n<text x=\"12\" y=\"22\" font-size=\"16\">{0}</text>\n",
        title(pipeline)
    );
    for clock in 0..clocks {
        let (x, middle) = (LEFT + clock * WIDE, LEFT + clock * WIDE + WIDE / 2);
        text += &format!("<text x=\"{middle}\" y=\"44\" text-anchor=\"middle\" fill=\"#4a5463\">{clock}</text>\n");
        text += &format!("<path d=\"M{x} 50V{}\" stroke=\"#dfe4ea\"/>\n", height - 10);
    }
    let clk: String = (0..clocks).map(|_| format!("v-16h{0}v16h{0}", WIDE / 2)).collect();
    text += &format!(
        "<text x=\"12\" y=\"{}\">clk</text>\n<path d=\"M{LEFT} {}{clk}\" fill=\"none\" stroke=\"#1a1f26\"/>\n",
        TOP + 16,
        TOP + 20
    );
    for (lane, row) in lanes.iter().zip(1..) {
        let y = TOP + row * HIGH;
        text += &format!("<text x=\"12\" y=\"{}\">{}</text>\n", y + 16, lane.name);
        for (shown, clock) in lane.shown.iter().zip(0..) {
            let x = LEFT + clock * WIDE;
            let Some(name) = shown else {
                text += &format!("<path d=\"M{x} {}h{WIDE}\" stroke=\"#9aa5b1\"/>\n", y + 11);
                continue;
            };
            let colour = match *name {
                "head" => "#bcd9f5",
                "tail" => "#f8d3b0",
                "credit" => "#c9ead6",
                _ => "#e8ecf1",
            };
            let (in_it, high) = (x + 1, HIGH - 8);
            text += &format!(
                "<rect x=\"{in_it}\" y=\"{y}\" width=\"{}\" height=\"{high}\" rx=\"3\" fill=\"{colour}\" stroke=\"#1a1f26\"/>\n",
                WIDE - 2
            );
            text += &format!("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{name}</text>\n", x + WIDE / 2, y + 15);
        }
    }
    text + "</svg>\n"
}

/// The files of all pictures: names and texts.
///
/// # Errors
/// Errors of [`lanes`].
pub fn files() -> Result<Vec<(String, String)>, Error> {
    let mut files = Vec::new();
    for (pipeline, clocks) in ["1", "2", "3"].into_iter().map(|clocks| (clocks.parse::<Pipeline>().expect("a number of clocks"), clocks)) {
        let lanes = lanes(pipeline)?;
        files.push((format!("hop_{clocks}.json"), json(pipeline, &lanes)));
        files.push((format!("hop_{clocks}.svg"), svg(pipeline, &lanes)));
    }
    Ok(files)
}

#[allow(dead_code, reason = "a test takes the rest")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or("docs/pictures".into());
    for (name, text) in files()? {
        std::fs::write(std::path::Path::new(&folder).join(name), text)?;
    }
    Ok(())
}
