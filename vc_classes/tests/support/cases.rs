//! Families of networks, with the most classes that each is expected to need.

use torusmith_vc_classes::Routes;

use super::networks::{de_bruijn, dragonfly, fat_tree, grid, hypercube, joined_rings, kautz, one_way_ring, random_regular, ring};
use super::random::random;
use super::routing::Ties::{Balanced, First, Random};
use super::routing::{dimension_order, shortest, shortest_to, up_down};

/// A network with routes, and its name in tables.
pub struct Case {
    pub name: String,
    pub routes: Routes,
    /// Most classes expected.
    pub classes: usize,
}

/// All cases of up to `most` nodes.
pub fn cases(most: usize) -> Vec<Case> {
    let mut all = Vec::new();
    let mut add = |nodes: usize, name: &str, classes: usize, routes: &dyn Fn() -> Routes| {
        if nodes <= most {
            all.push(Case { name: name.to_owned(), routes: routes(), classes });
        }
    };
    add(8, "ring 8", 2, &|| shortest(&ring(8), First));
    add(16, "ring 16", 2, &|| shortest(&ring(16), First));
    add(8, "one-way ring 8", 2, &|| shortest(&one_way_ring(8), First));
    add(32, "two rings of 16 joined, random ties", 2, &|| shortest(&joined_rings(16), Random(&mut random(1))));
    add(24, "Kautz 24", 2, &|| shortest(&kautz(2, 4), Balanced));
    add(36, "Kautz 36", 2, &|| shortest(&kautz(3, 3), Balanced));
    add(324, "Kautz 324", 3, &|| shortest(&kautz(3, 5), Balanced));
    add(64, "de Bruijn 64, degree 2", 2, &|| shortest(&de_bruijn(2, 6), Balanced));
    add(64, "de Bruijn 64, degree 4", 2, &|| shortest(&de_bruijn(4, 3), Balanced));
    add(36, "dragonfly 36, random ties", 2, &|| shortest(&dragonfly(4, 2), Random(&mut random(2))));
    add(36, "dragonfly 36, balanced", 2, &|| shortest(&dragonfly(4, 2), Balanced));
    add(264, "dragonfly 264, balanced", 2, &|| shortest(&dragonfly(8, 4), Balanced));
    add(20, "fat tree 20, to its leaves, balanced", 1, &|| shortest_to(&fat_tree(4), 12..20, Balanced));
    add(64, "mesh 8x8, x first", 1, &|| dimension_order(&grid(&[8, 8], false), &[8, 8], false));
    add(64, "hypercube 64, dimension order", 1, &|| dimension_order(&hypercube(6), &[2; 6], false));
    add(64, "hypercube 64, random ties", 2, &|| shortest(&hypercube(6), Random(&mut random(3))));
    for (ties, seed) in [("random ties", 4), ("balanced", 5), ("x first", 6)] {
        add(64, &format!("mesh 8x8, 3 links broken, {ties}"), 2, &|| {
            let network = grid(&[8, 8], false).broken(3, &mut random(seed));
            let mut random = random(seed + 100);
            shortest(&network, [Random(&mut random), Balanced, First].into_iter().nth(seed as usize - 4).unwrap())
        });
    }
    add(256, "mesh 16x16, 7 links broken, balanced", 2, &|| shortest(&grid(&[16, 16], false).broken(7, &mut random(7)), Balanced));
    for sides in [&[8, 8][..], &[4, 4, 4], &[16, 16]] {
        let name = sides.iter().map(usize::to_string).collect::<Vec<_>>().join("x");
        add(sides.iter().product(), &format!("torus {name}, dimension order"), 2, &|| dimension_order(&grid(sides, true), sides, true));
    }
    add(64, "torus 8x8, random ties", 3, &|| shortest(&grid(&[8, 8], true), Random(&mut random(8))));
    add(64, "torus 8x8, balanced", 3, &|| shortest(&grid(&[8, 8], true), Balanced));
    add(256, "torus 16x16, balanced", 4, &|| shortest(&grid(&[16, 16], true), Balanced));
    for seed in 0..5 {
        let network = || random_regular(64, 4, &mut random(10 + seed));
        add(64, &format!("random 4-regular 64, graph {seed}, random ties"), 2, &|| shortest(&network(), Random(&mut random(20 + seed))));
        add(64, &format!("random 4-regular 64, graph {seed}, balanced"), 2, &|| shortest(&network(), Balanced));
    }
    for (nodes, degree, classes) in [(128, 4, 3), (256, 4, 3), (256, 6, 3), (512, 4, 4), (1024, 4, 4)] {
        let network = || random_regular(nodes, degree, &mut random(nodes as u64 + degree as u64));
        add(nodes, &format!("random {degree}-regular {nodes}, balanced"), classes, &|| shortest(&network(), Balanced));
    }
    add(64, "random 4-regular 64, graph 0, up*/down*", 1, &|| up_down(&random_regular(64, 4, &mut random(10))));
    all
}
