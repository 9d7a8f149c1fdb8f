//! The timing diagrams of docs/using.md, compared with the model and with the clocks of the page's table.

use std::path::Path;

#[path = "../examples/timing.rs"]
mod timing;

/// Clocks from link to link of a head, as in the table of docs/using.md; following flits come without a gap.
#[test]
fn a_hop_takes_the_clocks_of_the_contract() {
    for clocks in ["1", "2", "3"] {
        let lanes = timing::lanes(clocks.parse().unwrap()).unwrap();
        let at = |lane: usize, name: &str| lanes[lane].shown.iter().position(|shown| *shown == Some(name)).unwrap();
        let hop: usize = clocks.parse().unwrap();
        assert_eq!([at(1, "head") - at(0, "head"), at(2, "head") - at(1, "head")], [hop, hop], "{clocks}");
        assert_eq!([at(1, "tail") - at(0, "tail"), at(2, "tail") - at(1, "tail")], [hop, hop], "{clocks}");
        for lane in &lanes {
            assert_eq!(lane.shown.iter().flatten().count(), 3, "{clocks}: {}", lane.name);
        }
    }
}

#[test]
fn the_pictures_are_those_of_the_model() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
    for (name, text) in timing::files().unwrap() {
        let same = std::fs::read_to_string(folder.join(&name)).is_ok_and(|kept| kept == text);
        assert!(same, "{name}: cargo run -p torusmith-sim --example timing -- docs/pictures");
    }
}
