//! Registers on links, by the file and by `--link-slices`.

use torusmith_topology::{LinkSlices, Network};

use crate::{example_network, toml};

#[test]
fn kinds_of_a_file_take_registers() {
    let dragonfly = example_network("dragonfly_36.toml");
    let slices = LinkSlices::read(&dragonfly, "local=2").unwrap();
    assert_eq!((slices.most(), LinkSlices::new(&dragonfly).most(), LinkSlices::new(&dragonfly).is_empty()), (2, 1, false));
    for (from, to) in dragonfly.graph().iter_links() {
        let local = dragonfly.format_address(from.node)[..2] == dragonfly.format_address(to.node)[..2];
        assert_eq!(slices.of(&dragonfly, from.node, from.port), if local { 2 } else { 1 });
        assert_eq!(LinkSlices::new(&dragonfly).of(&dragonfly, from.node, from.port), u32::from(!local));
    }
    let graph = slices.graph(&dragonfly);
    assert_eq!(graph.most_slices(), 2);
    let told = LinkSlices::read(&dragonfly, "x=1").unwrap_err().to_string();
    assert!(told.contains("own network: link-slices = x=1") && told.contains("kinds local, global"), "{told}");
}

/// The larger number counts, as among several numbers of `--link-slices`.
#[test]
fn the_larger_number_counts() {
    let network = Network::new(toml("nodes = 2\nlinks = [{ between = ['0:a', '1:b'], slices = 3 }]"));
    for (list, want) in [("0", 3), ("2", 3), ("5", 5), ("b=4", 3)] {
        assert_eq!(LinkSlices::read(&network, list).unwrap().of(&network, 0, 1), want, "{list}");
    }
    assert_eq!(LinkSlices::read(&network, "b=4").unwrap().of(&network, 1, 2), 4);
    let ring = example_network("ring_8.toml");
    let wrap = LinkSlices::read(&ring, "wrap=2").unwrap();
    assert_eq!((wrap.of(&ring, 7, 1), wrap.of(&ring, 0, 2), wrap.of(&ring, 0, 1)), (2, 2, 0));
    assert!(LinkSlices::new(&ring).is_empty() && LinkSlices::new(&"torus:4,4".parse().unwrap()).is_empty());
}
