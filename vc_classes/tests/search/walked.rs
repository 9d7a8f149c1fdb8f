//! Walks with given classes.

use torusmith_vc_classes::{Class, Classes, Error, HopLocation, Routes, walk};

use crate::support::networks::one_way_ring;
use crate::support::routing::Ties::First;
use crate::support::routing::shortest;

fn ring() -> Routes {
    shortest(&one_way_ring(4), First)
}

fn of(routes: &Routes, class: impl Fn(usize, usize) -> Class) -> Classes {
    let nodes = routes.nodes();
    let each: Vec<Class> = (0..nodes * nodes).map(|hop| class(hop / nodes, hop % nodes)).collect();
    Classes::new(routes, 2, &each).unwrap()
}

#[test]
fn one_class_leaves_the_whole_ring() {
    let routes = ring();
    let walk = walk(&routes, &of(&routes, |_, _| Class::One(1))).unwrap();
    assert!(!walk.acyclic());
    assert_eq!((walk.channels, walk.dependencies), (4, 4));
    assert_eq!(walk.remaining, [(0, 1), (1, 1), (2, 1), (3, 1)]);
}

/// Class 0 up to and on the link from the last node to the first, while the path still has to wrap; class 1 after it.
#[test]
fn the_dateline_is_accepted() {
    let routes = ring();
    let dateline = of(&routes, |node, destination| Class::One(u8::from(node < destination)));
    let walk = walk(&routes, &dateline).unwrap();
    assert!(walk.acyclic(), "{:?}", walk.remaining);
    // To destination 0, all four links except the one from 0 have class 0; to other destinations, links after node 0 have class 1.
    assert_eq!(walk.channels, 6);
    // 1 -> 2 -> 3 in class 0, 3 -> 0 from class 0 to 1, 0 -> 1 -> 2 in class 1.
    assert_eq!(walk.dependencies, 5);
}

#[test]
fn any_class_is_all_of_them() {
    let routes = ring();
    let dateline = |node: usize, destination: usize| Class::One(u8::from(node < destination));
    let open = of(&routes, |node, destination| if (node, destination) == (0, 3) { Class::Any } else { dateline(node, destination) });
    let walk = walk(&routes, &open).unwrap();
    assert_eq!(walk.remaining, [], "class 0 of channel 0 has nothing before it");
    assert_eq!((walk.channels, walk.dependencies), (7, 6));
    let open = of(&routes, |_, _| Class::Any);
    assert_eq!(torusmith_vc_classes::walk(&routes, &open).unwrap().remaining.len(), 8);
}

#[test]
fn classes_that_do_not_fit_are_refused() {
    let routes = ring();
    let each = vec![Class::One(2); 16];
    let wrong = Error::Class { at: HopLocation::Node { node: 0, destination: 0 }, class: 2, classes: 2 };
    assert_eq!(Classes::new(&routes, 2, &each), Err(wrong));
    assert_eq!(Classes::new(&routes, 2, &each[..15]), Err(Error::Length { found: 15, expected: 16 }));
    assert_eq!(Classes::new(&routes, 255, &each), Err(Error::TooMany { of: "classes", count: 255, most: 254 }));
    let other = Classes::new(&routes, 3, &each).unwrap();
    assert_eq!(walk(&shortest(&one_way_ring(5), First), &other), Err(Error::Length { found: 16, expected: 25 }));
}
