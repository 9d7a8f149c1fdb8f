use torusmith_generator::{Options, Scope, generate};
fn main() {
    // lines: DIR NETWORK [name=value ..]
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let mut words = line.split_whitespace();
        let (Some(dir), Some(network)) = (words.next(), words.next()) else { continue };
        let network: torusmith_topology::Network = network.parse().unwrap();
        let mut options = Options { vcs: None, ..Options::default() };
        for word in words {
            let (name, value) = word.split_once('=').unwrap();
            match name {
                "width" => options.flit_width = Some(value.parse().unwrap()),
                "depth" => options.buffer_depth = value.parse().unwrap(),
                "vcs" => options.vcs = Some(value.parse().unwrap()),
                "pipeline" => options.pipeline = value.parse().unwrap(),
                "routing" => options.routing = Some(value.parse().unwrap()),
                "rule" => options.vc_rule = Some(value.parse().unwrap()),
                "ties" => options.ties = Some(value.parse().unwrap()),
                "reuse" => options.vc_reuse = value.parse().unwrap(),
                "interface" => options.interface = value.parse().unwrap(),
                "classes" => options.message_classes = value.parse().unwrap(),
                "order" => options.order = Some(value.parse().unwrap()),
                "target" => options.target = value.parse().unwrap(),
                "counters" => options.counters = true,
                "ack-ways" => options.router = torusmith_generator::Router::Multicast { ack_ways: value.parse().unwrap() },
                "scope" => options.scope = value.parse::<Scope>().unwrap(),
                _ => panic!("{name}"),
            }
        }
        match generate(&network, &options) {
            Ok(design) => { design.write(std::path::Path::new(dir)).unwrap_or_else(|e| panic!("{line}: {e}")); println!("ok {line}") }
            Err(error) => println!("ERR {line}: {error}"),
        }
    }
}
