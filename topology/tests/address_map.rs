//! Map files against a second reading of their ranges, and the files that are refused.

use proptest::prelude::*;
use torusmith_topology::address_map::{self, AddressMap, AddressRule};
use torusmith_topology::{Network, own};

fn network() -> Network {
    "torus:4,4".parse().unwrap()
}

fn map(text: &str, width: u32) -> Result<AddressMap, String> {
    address_map::parse(text, "map.toml", &network(), width).map_err(|e| e.to_string())
}

/// Two managers in line 1, and ranges from line 2 on.
fn with(ranges: &[&str]) -> String {
    let tables: String = ranges.iter().map(|range| format!("[[range]]\n{range}\n")).collect();
    format!("managers = ['0,0', '1,2']\n{tables}")
}

const RAM: &str = "name = 'ram'\nbase = 0x8000_0000\nsize = 0x1_0000\nnode = '3,3'";

#[test]
fn a_map_says_where_addresses_lead() {
    let text = with(&[
        RAM,
        "name = 'low'\nbase = 0\nsize = 4_096\nnode = '0,0'\naddress = 'keep'",
        "name='b'\nbase=8192\nsize='0x1000'\nnode='3,3'",
    ]);
    let map = map(&text, 32).unwrap();
    assert_eq!(map.managers().collect::<Vec<_>>(), [0, 6]);
    assert_eq!(map.subordinates().collect::<Vec<_>>(), [0, 15]);
    assert!(map.is_manager(6) && !map.is_manager(15) && map.is_subordinate(15) && !map.is_subordinate(6));
    let names: Vec<_> = map.ranges().iter().map(|range| (range.name.as_str(), range.size(), range.address)).collect();
    assert_eq!(names, [("low", 4096, AddressRule::Keep), ("b", 4096, AddressRule::Offset), ("ram", 65536, AddressRule::Offset)]);
    let told = |address| map.lookup(address).map(|place| (place.range, place.node, place.address));
    assert_eq!(told(0xfff), Some((0, 0, 0xfff)));
    assert_eq!(told(0x1000), None);
    assert_eq!(told(0x2abc), Some((1, 15, 0xabc)));
    assert_eq!(told(0x7fff_ffff), None);
    assert_eq!(told(0x8000_0000), Some((2, 15, 0)));
    assert_eq!(told(0x8000_ffff), Some((2, 15, 0xffff)));
    assert_eq!(told(0x8001_0000), None);
}

/// Numbers above 2^63 - 1, as a number and as a text; all addresses of 64 bits.
#[test]
fn addresses_have_up_to_64_bits() {
    let high = |base: &str| with(&[&format!("name = 'high'\nbase = {base}\nsize = 0x1000\nnode = '0,1'")]);
    for base in ["0xffff_ffff_ffff_f000", "'0xffff_ffff_ffff_f000'", "18446744073709547520", "'18_446_744_073_709_547_520'"] {
        let map = map(&high(base), 64).unwrap();
        assert_eq!(map.lookup(u64::MAX).map(|place| place.address), Some(0xfff), "{base}");
        assert_eq!(map.lookup(0xffff_ffff_ffff_efff), None);
    }
    let all = map(&with(&["name = 'all'\nbase = 0\nsize = 0x1_0000_0000_0000_0000\nnode = '0,1'\naddress = 'keep'"]), 64).unwrap();
    assert_eq!(all.lookup(u64::MAX).map(|place| place.address), Some(u64::MAX));
    assert_eq!(all.ranges()[0].size(), 1 << 64);
}

#[test]
fn nodes_are_those_of_the_network() {
    let own = Network::new(
        own::parse("nodes = ['cpu', 'ram', '7']\nlinks = [{between = ['cpu', 'ram']}, {between = ['ram', '7']}]", "n.toml").unwrap(),
    );
    let text = "managers = ['cpu', 7]\n[[range]]\nname = 'ram'\nbase = 0\nsize = 4096\nnode = 'ram'\n";
    let map = address_map::parse(text, "map.toml", &own, 12).unwrap();
    assert_eq!((map.managers().collect::<Vec<_>>(), map.subordinates().collect::<Vec<_>>()), (vec![0, 2], vec![1]));
    let told = address_map::parse(&text.replace("'cpu'", "'gpu'"), "map.toml", &own, 12).unwrap_err().to_string();
    assert!(told.contains("a manager = `gpu`"), "{told}");
}

/// Asserts that a map is refused in one line, which names this line of the map and contains all of `words`.
#[track_caller]
fn refused(text: &str, line: usize, words: &[&str]) {
    let told = map(text, 32).unwrap_err();
    assert!(told.starts_with(&format!("map.toml, line {line}: ")) && !told.contains('\n'), "{told}\n{text}");
    for word in words {
        assert!(told.contains(word), "no `{word}` in: {told}");
    }
}

#[test]
fn what_a_map_must_not_say() {
    for (text, line, words) in [
        ("managers = ['0,0'\n", 1, &["is no TOML"][..]),
        ("", 1, &["no `managers` in the map"]),
        ("managers = ['0,0']", 1, &["no `range` in the map"]),
        ("range = []\nmanagers = ['0,0']", 1, &["no ranges; expected: a table [[range]]"]),
        ("managers = '0,0'\nrange = []", 1, &["managers is a text; expected: a list"]),
        ("managers = []\nrange = []", 1, &["managers = []; expected: one node or more"]),
        ("managers = ['0,0',\n'4,0']\nrange = []", 2, &["a manager = `4,0`, no node of torus(4,4)", "row 0 to 3"]),
        ("managers = ['0,0',\n'(0, 0)']\nrange = []", 2, &["managers: `(0, 0)` is there twice"]),
        (
            "managers = ['0,0']\nrange = []\nrnage = 3",
            3,
            &["unknown key `rnage` in the map (did you mean `range`?)", "expected: managers, range"],
        ),
    ] {
        refused(text, line, words);
    }
    for (from, to, line, words) in [
        ("'ram'", "'r am'", 3, &["name = `r am`; expected: a letter, then letters"][..]),
        ("'ram'", "7", 3, &["name is a whole number; expected: a text"]),
        ("name = 'ram'\n", "", 2, &["no `name` in a range"]),
        ("base", "bsae", 4, &["unknown key `bsae`", "(did you mean `base`?)", "expected: name, base, size, node, address"]),
        ("0x8000_0000", "0x8000_0800", 4, &["range `ram`: base = 0x80000800; expected: a multiple of 0x1000"]),
        ("0x8000_0000", "-4096", 4, &["base = -4096; expected: 0 to 2^64"]),
        ("0x8000_0000", "'0x8000__0000'", 4, &["base = `0x8000__0000`; expected: 0 to 2^64"]),
        ("0x8000_0000", "'-1'", 4, &["base = `-1`; expected: 0 to 2^64"]),
        ("0x8000_0000", "0.5", 4, &["base is a number with a fraction; expected: 0 to 2^64"]),
        ("0x8000_0000", "0x1_0000_0000_0000_0001", 4, &["base = 18446744073709551617; expected: 0 to 2^64"]),
        (
            "0x8000_0000",
            "0xffff_f000",
            4,
            &["range `ram`: base + size = 0x10000f000; expected: at most 0x100000000", "32 bits (--address-width)"],
        ),
        ("0x1_0000", "0", 5, &["range `ram`: size = 0; expected: a multiple of 0x1000, above 0"]),
        ("0x1_0000", "100", 5, &["range `ram`: size = 0x64; expected: a multiple of 0x1000"]),
        ("'3,3'", "'3,4'", 6, &["range `ram`: node = `3,4`, no node of torus(4,4)"]),
        ("'3,3'", "'3,3'\naddress = 'same'", 7, &["address = `same`; expected: offset, keep"]),
    ] {
        refused(&with(&[&RAM.replace(from, to)]), line, words);
    }
    let again = RAM.replace("0x8000_0000", "0");
    refused(&with(&[RAM, &again]), 8, &["name = `ram` is there twice, first in line 3"]);
    let over = RAM.replace("'ram'", "'rom'").replace("0x8000_0000", "0x8000_f000");
    refused(&with(&[RAM, &over]), 8, &["`ram` (0x80000000..0x8000ffff)", "`rom` (0x8000f000..0x8001efff)", "overlap"]);
    for width in [11, 65] {
        let told = map(&with(&[RAM]), width).unwrap_err();
        assert_eq!(told, format!("address map: address-width = {width} is not allowed; allowed: 12 to 64"));
    }
}

/// (base, size) in units of 4096 bytes, node, keep.
type Drawn = (u64, u64, u32, bool);

fn drawn() -> impl Strategy<Value = Vec<Drawn>> {
    proptest::collection::vec((0u64..64, 1u64..8, 0u32..16, any::<bool>()), 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// Ranges that share a page are refused, and no others; each page leads to the node of the one range that contains it.
    #[test]
    fn each_page_is_in_one_range(ranges in drawn(), high in any::<bool>()) {
        // Ranges lie at the top of 64-bit addresses, or start at 0.
        let shift = if high { (1u64 << 52) - 72 } else { 0 };
        let address = |node: u32| format!("{},{}", node / 4, node % 4);
        let tables: Vec<String> = ranges.iter().enumerate().map(|(i, (base, size, node, keep))| {
            let rule = if *keep { "keep" } else { "offset" };
            let base = (shift + base) * 4096;
            format!("name = 'r{i}'\nbase = {base:#x}\nsize = {}\nnode = '{}'\naddress = '{rule}'", size * 4096, address(*node))
        }).collect();
        let made = map(&with(&tables.iter().map(String::as_str).collect::<Vec<_>>()), 64);
        let of_page = |page: u64| (0..ranges.len()).filter(|&i| (ranges[i].0..ranges[i].0 + ranges[i].1).contains(&page)).collect::<Vec<_>>();
        let shared = (0..72).any(|page| of_page(page).len() > 1);
        prop_assert_eq!(made.is_err(), shared);
        if let Ok(map) = made {
            for page in 0..72 {
                let address = (shift + page) * 4096 + 17 * page;
                let found = map.lookup(address).map(|place| (map.ranges()[place.range].name.clone(), place.node, place.address));
                let expected = of_page(page).first().map(|&i| {
                    let (base, _, node, keep) = ranges[i];
                    (format!("r{i}"), node, if keep { address } else { address - (shift + base) * 4096 })
                });
                prop_assert_eq!(found, expected);
            }
        }
    }

    /// No text makes the reader panic.
    #[test]
    fn any_text_is_read_or_refused(at in 0usize..150, word in "[-_'\"=\\[\\]0-9a-fx,.{}\n ]{0,6}") {
        let mut text = with(&[RAM]);
        let at = at.min(text.len());
        text.insert_str(at, &word);
        if let Err(told) = map(&text, 32) {
            prop_assert!(!told.contains('\n') && told.starts_with("map.toml, line "), "{}", told);
        }
    }
}
