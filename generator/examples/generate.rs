//! `cargo run -p torusmith-generator --example generate -- ttn:2,2,1 OUT [name=value ..]`
//!
//! Names: flit-width, buffer-depth, vcs, pipeline, vc-rule, ties, routing, vc-reuse, scope, message-classes, interface, stream-width, tkeep, user-width, clocks, clock-fifo, order, link-slices, ack-ways (the multicast router), links (uni, bi).

use std::error::Error;
use std::path::Path;

use torusmith_generator::{Options, Router, generate};
use torusmith_topology::{LinkSlices, Network};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [network, out, rest @ ..] = &arguments[..] else { return Err("usage: generate NETWORK OUT [name=value ..]".into()) };
    let mut network: Network = network.parse()?;
    let mut options = Options::default();
    for argument in rest {
        let (name, value) = argument.trim_start_matches('-').split_once('=').ok_or("options are name=value")?;
        match name {
            "flit-width" => options.flit_width = Some(value.parse()?),
            "buffer-depth" => options.buffer_depth = value.parse()?,
            "vcs" => options.vcs = Some(value.parse()?),
            "pipeline" => options.pipeline = value.parse()?,
            "vc-rule" => options.vc_rule = Some(value.parse()?),
            "ties" => options.ties = Some(value.parse()?),
            "routing" => options.routing = Some(value.parse()?),
            "vc-reuse" => options.vc_reuse = value.parse()?,
            "interface" => options.interface = value.parse()?,
            "stream-width" => options.stream_width = Some(value.parse()?),
            "tkeep" => options.tkeep = value.parse()?,
            "user-width" => options.user_width = Some(value.parse()?),
            "clocks" => options.clocks = value.parse()?,
            "clock-fifo" => options.clock_fifo = Some(value.parse()?),
            "message-classes" => options.message_classes = value.parse()?,
            "order" => options.order = Some(value.parse()?),
            "link-slices" => options.link_slices = LinkSlices::read(&network, value)?,
            "scope" => options.scope = value.parse()?,
            "ack-ways" => options.router = Router::Multicast { ack_ways: value.parse()? },
            "links" => network = network.with_bidirectional(value == "bi")?,
            _ => return Err(format!("option `{name}`: unknown").into()),
        }
    }
    let design = generate(&network, &options)?;
    design.write(Path::new(out))?;
    println!("{}", design.top);
    Ok(())
}
