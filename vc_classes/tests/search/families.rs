//! Families of networks, up to 64 nodes.

use torusmith_vc_classes::{Effort, find, walk};

use crate::support::cases::cases;
use crate::support::layers::{dfsssp, lash};
use crate::support::networks::one_way_ring;
use crate::support::routing::Ties::First;
use crate::support::routing::shortest;

#[test]
fn no_family_needs_more_classes_than_is_known() {
    let all = cases(64);
    assert!(all.len() > 30, "{}", all.len());
    for case in all {
        let found = find(&case.routes, Effort::usual(&case.routes)).unwrap();
        assert!(found.count() <= case.classes, "{}: {} classes, {:?}", case.name, found.count(), found.tried);
        assert_eq!(found.lower_bound, found.count().min(2), "{}", case.name);
        for classes in [found.latest(), found.balanced()] {
            let walk = walk(&case.routes, &classes).unwrap();
            assert!(walk.acyclic(), "{}: {:?}", case.name, walk.remaining);
        }
    }
}

/// Layers are classes that never change on a path, so that fewer layers can never be enough.
#[test]
fn layers_of_whole_paths_are_never_fewer() {
    // A layer lacks at least one of the 8 dependencies; each is lacked by two of the 8 longest paths, which have 6 each.
    let ring = shortest(&one_way_ring(8), First);
    assert_eq!((lash(&ring), dfsssp(&ring, 9)), (4, 4));
    for case in cases(36) {
        let count = find(&case.routes, Effort::usual(&case.routes)).unwrap().count();
        let layers = lash(&case.routes).min(dfsssp(&case.routes, 16));
        assert!(count <= layers, "{}: {count} classes, {layers} layers", case.name);
    }
}
