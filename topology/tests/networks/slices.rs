//! Registers on links: parsing of `--link-slices`, and the registers of each link.

use torusmith_topology::{LinkSlices, Network};

fn network(name: &str) -> Network {
    name.parse().unwrap()
}

/// The links with registers as `node port count`.
fn sliced(name: &str, text: &str) -> Vec<(u32, u8, u32)> {
    let network = network(name);
    let slices = LinkSlices::read(&network, text).unwrap();
    let links = network.graph();
    let of = |(from, _): (torusmith_topology::Link, _)| (from.node, from.port, slices.of(&network, from.node, from.port));
    links.iter_links().map(of).filter(|&(_, _, count)| count > 0).collect()
}

/// In a torus of 3 rows and 4 columns row r's wrap-around links leave node 4r + 3 by x+ and 4r by x-, column c's node 8 + c by y+ and c by y-.
#[test]
fn wrap_around_links_of_a_torus() {
    let mut expected: Vec<_> = (0..3).flat_map(|row| [(4 * row + 3, 1, 2), (4 * row, 2, 2)]).collect();
    expected.extend((0..4).flat_map(|column| [(8 + column, 3, 2), (column, 4, 2)]));
    expected.sort_unstable();
    assert_eq!(sliced("torus:3,4", "wrap=2"), expected);
}

#[test]
fn the_largest_number_counts() {
    let slices = sliced("torus:4,4", "1,x=2,wrap=3");
    assert_eq!(slices.len(), 64);
    assert_eq!(slices[..4], [(0, 1, 2), (0, 2, 3), (0, 3, 1), (0, 4, 3)]);
}

/// A TTN(2,2,1) has 16 basic modules with 16 wrap-around links each, and 8 + 8 rings of four modules, each with one wrap-around link in
/// each direction: V and H, 4 rings in either direction.
#[test]
fn wrap_around_links_of_a_ttn() {
    let links = sliced("ttn:2,2,1", "wrap=1");
    assert_eq!(links.iter().filter(|link| link.1 <= 4).count(), 16 * 16);
    assert_eq!(links.iter().filter(|link| link.1 > 4).count(), 16);
    assert_eq!(sliced("ttn:2,2,1", "up=3").len(), 64);
}

#[test]
fn what_is_no_list_of_slices_is_refused() {
    let allowed = "is not allowed; allowed: 0 to 8, or KIND=0 to 8, kinds";
    for (name, text, expected) in [
        ("torus:4,4", "9", format!("torus: link-slices = 9 {allowed} x, y, wrap")),
        ("torus:4,4", "up=1", format!("torus: link-slices = up=1 {allowed} x, y, wrap")),
        ("mesh:4,4", "wrap=1", format!("mesh: link-slices = wrap=1 {allowed} x, y")),
        ("ttn:2,2,1", "up=3,x", format!("TTN: link-slices = x {allowed} x, y, up, wrap")),
        ("htn:4,4,2,1", "", format!("HTN: link-slices =  {allowed} x, y, z, ey, ex, wrap")),
    ] {
        assert_eq!(LinkSlices::read(&network(name), text).unwrap_err().to_string(), expected);
    }
}

#[test]
fn written_as_it_is_read() {
    for text in ["0", "2", "wrap=2", "1,up=3,wrap=2"] {
        assert_eq!(LinkSlices::read(&network("ttn:2,2,1"), text).unwrap().to_string(), text);
    }
}
