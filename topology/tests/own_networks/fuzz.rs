//! Mutated files: no reader panics, and an accepted file agrees with a second, simple reading.

use torusmith_topology::import::Format;
use torusmith_topology::{Network, TerminalId, export, own};

use crate::{Draw, example_network, example_text, exported, imported, links};

const CASES: usize = 400;

/// Makes one to three small changes of bytes, words and lines.
fn mutated(text: &str, draw: &mut Draw) -> String {
    const BITS: [&str; 24] = [
        "0",
        "1",
        "9",
        "-1",
        "a",
        "\"",
        "'",
        "\\",
        "{",
        "}",
        "[",
        "]",
        "<",
        ">",
        ",",
        ":",
        "=",
        "->",
        "--",
        "\n",
        "#",
        "\u{e9}",
        "\u{0}",
        "99999999999999999999",
    ];
    let mut text = text.to_owned();
    for _ in 0..=draw.below(3) {
        let at = (0..=draw.below(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let line = draw.below(lines.len());
        match draw.below(8) {
            0 => text.truncate(at),
            1 => text.insert_str(at, BITS[draw.below(BITS.len())]),
            2 => {
                if let Some(c) = text[at..].chars().next() {
                    text.replace_range(at..at + c.len_utf8(), BITS[draw.below(BITS.len())]);
                }
            }
            3 if !lines.is_empty() => {
                lines.remove(line);
                text = lines.join("\n");
            }
            4 if !lines.is_empty() => {
                lines.insert(draw.below(lines.len()), lines[line].clone());
                text = lines.join("\n");
            }
            5 if !lines.is_empty() => {
                let other = draw.below(lines.len());
                lines.swap(line, other);
                text = lines.join("\n");
            }
            _ => {
                // Replaces a number or a name by another one of the file.
                let words: Vec<(usize, usize)> = words(&text);
                if words.len() > 1 {
                    let (from, to) = (words[draw.below(words.len())], words[draw.below(words.len())]);
                    let word = text[from.0..from.1].to_owned();
                    text.replace_range(to.0..to.1, &word);
                }
            }
        }
    }
    text
}

/// Runs of letters and digits.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_ascii_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

type Links = Vec<(String, String)>;

/// Reads mutants of a text; accepted ones must have the links of the second reading, if that gives any.
fn run(seed: u64, text: &str, read: impl Fn(&str) -> Option<Network>, second: impl Fn(&str) -> Option<Links>) {
    assert_eq!(second(text).map(sorted), read(text).as_ref().map(links), "the second reading of the file as it is");
    let (mut draw, mut accepted) = (Draw(seed), 0);
    for case in 0..CASES {
        let mutant = mutated(text, &mut draw);
        let Some(network) = read(&mutant) else { continue };
        accepted += 1;
        if let Some(want) = second(&mutant) {
            assert!(links(&network) == sorted(want), "case {case} of seed {seed}:\n{mutant}");
        }
    }
    assert!((3..CASES).contains(&accepted), "{accepted} of {CASES} accepted");
}

fn sorted(mut links: Links) -> Links {
    links.sort();
    links
}

fn both(from: &str, to: &str) -> [(String, String); 2] {
    [(from.to_owned(), to.to_owned()), (to.to_owned(), from.to_owned())]
}

fn import(format: Format) -> impl Fn(&str) -> Option<Network> {
    move |text| imported(format, text, None).ok().map(Network::new)
}

/// An end of a link without its port.
fn node(end: &toml::Value) -> Option<String> {
    match end {
        toml::Value::String(text) => Some(text.rsplit_once(':').map_or(text.as_str(), |(node, _)| node).trim().to_owned()),
        toml::Value::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Links by the crate's own values, which have no lines.
fn of_values(file: &toml::Table) -> Option<Links> {
    let mut links = Vec::new();
    for link in file.get("links")?.as_array()? {
        match link.get("between") {
            Some(ends) => links.extend(both(&node(ends.get(0)?)?, &node(ends.get(1)?)?)),
            None => links.push((node(link.get("from")?)?, node(link.get("to")?)?)),
        }
    }
    Some(links)
}

#[test]
fn network_files() {
    let read = |name: &'static str| move |text: &str| own::parse(text, name).ok().map(Network::new);
    for (seed, name) in ["ring_8.toml", "kautz_24.toml", "mesh_4x4_broken.toml", "wheel_5.toml"].into_iter().enumerate() {
        run(seed as u64, &example_text(name), read("my.toml"), |text| of_values(&text.parse().ok()?));
    }
    let second = |text: &str| of_values(&serde_json::from_str(text).ok()?);
    run(11, &example_text("ring_8.json"), read("my.json"), second);
}

/// Nodes apart from routers; and FlooGen's files, which have no second reading.
#[test]
fn nodes_apart_from_routers() {
    let text = "routers = ['a', 'b', 'c']\nnodes = [\n  { name = 'x', at = 'a:1' },\n  { at = 'a' },\n  { at = 'c', count = 2 },\n]\n\
        links = [\n  { between = ['a:1', 'b:2'] },\n  { from = 'b', to = 'c' },\n  { from = 'c', to = 'a', slices = 2 },\n]\n";
    run(12, text, |text| own::parse(text, "my.toml").ok().map(Network::new), |text| of_values(&text.parse().ok()?));
    let text = super::floogen::configuration("ID", super::floogen::TREE);
    let known = import(Format::Floogen)(&text).map(|network| links(&network));
    run(13, &text, import(Format::Floogen), |mutant| if mutant == text { known.clone() } else { None });
}

/// An accepted table must have each hop of the file.
#[test]
fn routes_of_network_files() {
    let (text, mut draw, mut accepted) = (example_text("wheel_5.toml"), Draw(5), 0);
    for _ in 0..CASES {
        let mutant = mutated(&text, &mut draw);
        let Ok(own) = own::parse(&mutant, "my.toml") else { continue };
        accepted += 1;
        let network = Network::new(own);
        let file: toml::Table = mutant.parse().unwrap();
        let Some(rows) = file.get("routes").and_then(toml::Value::as_array) else { continue };
        let mut said = 0;
        for row in rows {
            let at = network.parse_address(&node(&row["at"]).unwrap()).unwrap();
            let to = row["to"].as_array().cloned().unwrap_or_else(|| vec![row["to"].clone()]);
            for to in to {
                let to = network.parse_terminal(&node(&to).unwrap()).unwrap();
                assert_eq!(network.route_table().unwrap().hop(at, to).port.to_string(), node(&row["port"]).unwrap(), "{mutant}");
                said += 1;
            }
        }
        assert_eq!(said, 20, "{mutant}");
    }
    assert!(accepted > 5, "{accepted}");
}

#[test]
fn tables() {
    let second = |text: &str| {
        let mut rows = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let head: Vec<&str> = rows.next()?.split(',').map(str::trim).collect();
        let column = |name: &str| head.iter().position(|column| *column == name);
        let (from, to, ways) = (column("from")?, column("to")?, column("ways")?);
        if text.contains('"') {
            return None;
        }
        let row = |line: &str| {
            let cells: Vec<&str> = line.split(',').map(str::trim).collect();
            let pair = both(cells[from], cells[to]);
            if cells[ways] == "both" { pair.to_vec() } else { pair[..1].to_vec() }
        };
        Some(rows.flat_map(row).collect())
    };
    run(21, &example_text("kautz_24.csv"), import(Format::Csv), second);
    run(22, "from,to,ways,from_port,slices\na,b,both,1,\nb,c,both,,2\nc,d,one,,1\nd,c,one,,0\nd,a,both,3,\n", import(Format::Csv), second);
}

#[test]
fn anynet() {
    // A latency may differ by direction; a reverse link always exists.
    let second = |text: &str| {
        let mut links = Vec::new();
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let routers = words.windows(2).filter(|pair| pair[0] == "router").map(|pair| pair[1].parse::<u32>().unwrap().to_string());
            let routers: Vec<String> = routers.collect();
            if words.first() == Some(&"router") {
                links.extend(routers[1..].iter().flat_map(|to| both(&routers[0], to)));
            }
        }
        links.sort();
        links.dedup();
        Some(links)
    };
    run(31, &example_text("random_64.anynet"), import(Format::Anynet), second);
    run(32, &exported(export::Format::Anynet, &example_network("dragonfly_36.toml"), None), import(Format::Anynet), second);
}

#[test]
fn connect() {
    let second = |text: &str| {
        let mut links = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| line.starts_with("RouterLink")) {
            let routers =
                line["RouterLink".len()..].split("->").map(|end| end.trim().trim_start_matches('R').split(':').next().unwrap_or_default());
            let routers: Vec<u32> = routers.map(|router| router.trim().parse().unwrap()).collect();
            links.push((routers[0].to_string(), routers[1].to_string()));
        }
        Some(links)
    };
    run(41, &example_text("wheel_5.connect"), import(Format::Connect), second);
    // Routes of an accepted file are those of its lines.
    let (topology, routes, mut draw) = (example_text("wheel_5.connect"), example_text("wheel_5.routes"), Draw(42));
    for _ in 0..CASES {
        let mutant = mutated(&routes, &mut draw);
        let Ok(own) = imported(Format::Connect, &topology, Some(&mutant)) else { continue };
        let network = Network::new(own);
        for line in mutant.lines().map(str::trim).filter(|line| line.starts_with('R')) {
            let numbers: Vec<u32> = line[1..].split([':', '>']).map(|part| part.trim_end_matches('-').trim().parse().unwrap()).collect();
            assert_eq!(u32::from(network.route_table().unwrap().hop(numbers[0], TerminalId(numbers[1])).port), numbers[2], "{mutant}");
        }
    }
}

#[test]
fn dot() {
    // The second reading has one statement per line, without comments and defaults of edges.
    let second = |text: &str| {
        if ["/", "#", "edge", "subgraph", "\\"].iter().any(|mark| text.contains(mark))
            || text.matches(['{', '}', ';']).count() != 2 + edges(text)
        {
            return None;
        }
        let mut links = Vec::new();
        for line in text.lines().filter(|line| line.contains("->")) {
            let (ends, said) = line.split_once('[')?;
            let (from, to) = ends.split_once("->")?;
            let name = |end: &str| end.trim().trim_matches('"').to_owned();
            let ways = both(&name(from), &name(to));
            let both_ways = said.contains("dir=none") || said.contains("dir=both");
            links.extend_from_slice(if both_ways { &ways } else { &ways[..1] });
        }
        Some(links)
    };
    let text = |name: &str| {
        let text = exported(export::Format::Dot, &example_network(name), None);
        text.lines().filter(|line| line.contains("->") || line.contains(['{', '}'])).map(|line| format!("{line}\n")).collect::<String>()
    };
    run(51, &text("kautz_24.toml"), import(Format::Dot), second);
    run(52, &text("dragonfly_36.toml"), import(Format::Dot), second);
    // With defaults of edges, which the second reading does not support, the reader must not panic.
    let mut draw = Draw(53);
    (0..CASES).for_each(|_| drop(import(Format::Dot)(&mutated(&example_text("ring_8.dot"), &mut draw))));
}

fn edges(text: &str) -> usize {
    text.matches("->").count()
}

#[test]
fn graphml() {
    // The second reading has one edge per line, as in the example.
    let second = |text: &str| {
        if text.contains("<!")
            || text.contains('&')
            || text.matches("<edge").count() != text.lines().filter(|line| line.contains("<edge")).count()
        {
            return None;
        }
        let directed = text.contains("edgedefault=\"directed\"");
        let mut links = Vec::new();
        for line in text.lines().filter(|line| line.contains("<edge")) {
            let value = |name: &str| Some(line.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0.to_owned());
            let (from, to) = (value("source")?, value("target")?);
            let one_way = value("directed").map_or(directed, |directed| directed == "true");
            let ways = both(&from, &to);
            links.extend_from_slice(if one_way { &ways[..1] } else { &ways });
        }
        Some(links)
    };
    run(61, &example_text("dragonfly_36.graphml"), import(Format::Graphml), second);
    run(62, &exported(export::Format::Graphml, &example_network("kautz_24.toml"), None), import(Format::Graphml), second);
}

/// A second reading with a node or an edge per line.
#[test]
fn gml() {
    let second = |text: &str| {
        let (mut links, mut one_way) = (Vec::new(), None);
        // Text after the graph does not belong to it.
        let (text, _) = text.trim_end().rsplit_once("\n]")?;
        for line in text.lines() {
            let number = |word: &str| word.parse::<u32>().ok().map(|number| number.to_string());
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["graph", "["] | [] => {}
                ["directed", directed] if one_way.is_none() && links.is_empty() => one_way = Some(directed == "1"),
                ["node", "[", "id", id, "]"] => _ = number(id)?,
                ["edge", "[", "source", from, "target", to, "]"] => {
                    let ways = both(&number(from)?, &number(to)?);
                    links.extend_from_slice(if one_way? { &ways[..1] } else { &ways });
                }
                _ => return None,
            }
        }
        Some(links)
    };
    let text = |directed: u8, links: Links| {
        let nodes: String = (0..24).map(|node| format!("  node [ id {node} ]\n")).collect();
        let edges: String = links.iter().map(|(from, to)| format!("  edge [ source {from} target {to} ]\n")).collect();
        format!("graph [\n  directed {directed}\n{nodes}{edges}]\n")
    };
    let mut draw = Draw(70);
    let links: Links =
        (0..24).flat_map(|node| [(node, (node + 1) % 24), (node, (node + 5) % 24)]).map(|(a, b)| (a.to_string(), b.to_string())).collect();
    run(71, &text(0, links.clone()), import(Format::Gml), second);
    run(72, &text(1, links), import(Format::Gml), second);
    (0..CASES).for_each(|_| drop(import(Format::Gml)(&mutated(&example_text("ring_8.gml"), &mut draw))));
}

/// A second reading by a crate that has no lines.
#[test]
fn node_link_json() {
    let second = |text: &str| {
        let file: serde_json::Value = serde_json::from_str(text).ok()?;
        let name = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let one_way = file["directed"] == true;
        let edges = file.get("edges").or(file.get("links"))?.as_array()?;
        let ways = edges.iter().map(|edge| both(&name(&edge["source"]), &name(&edge["target"])));
        Some(ways.flat_map(|ways| if one_way { ways[..1].to_vec() } else { ways.to_vec() }).collect())
    };
    let text = example_text("ring_8.node_link.json");
    run(81, &text, import(Format::Json), second);
    run(82, &text.replace("false", "true").replace("\"edges\"", "\"links\""), import(Format::Json), second);
}
