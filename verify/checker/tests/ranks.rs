//! Certificates that `check-ranks` accepts, and refusals with their line.

use std::process::Command;

/// Four nodes: 0 to 1, 1 to 2, 1 to 3 by port 2, 3 to 2, 2 to 0. VC 1 of the link from 1 to 3 is adaptive.
const GOOD: &str = "torusmith-ranks 1
# by hand
nodes 4
vcs 3
escape 02
link 0 1 1 1
link 1 1 2 1
link 1 2 3 1
link 2 1 0 1
link 3 1 2 2
rank 0 1 0 1
rank 1 1 0 2
rank 3 1 0 4
rank 2 1 0 5
rank 0 1 2 6
rank 1 2 2 7
list 0 1:0
list 1 1:2
list 2 1:0 2:1
list 3 2:2
from 0 0 1-3
to 0 0 0@1-3
from 1 0 0,2
from 1 7 3
to 1 0 1@0 0@2
to 1 7 0>0@3
from 2 0 0-1,3
to 2 0 0@0,3 2@1
from 3 0 0-2
to 3 0 1@0 3@1 0@2
";

/// Returns the exit code and the output.
fn check(text: &str) -> (i32, String) {
    let folder = std::env::temp_dir().join(format!("check-ranks-{}-{:?}", std::process::id(), std::thread::current().id()));
    std::fs::write(&folder, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_check-ranks")).arg(&folder).output().unwrap();
    std::fs::remove_file(&folder).unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_certificate_by_hand_is_good() {
    let told = "4 nodes, 5 links, 12 hops: all arrive. 6 channels: every dependency rises.\n";
    assert_eq!(check(GOOD), (0, told.to_owned()));
}

#[test]
fn whatever_is_changed_is_refused_with_its_line() {
    for (from, to, told) in [
        // A wrong rank: of two consecutive channels, and of a channel reached only over an adaptive one.
        ("rank 1 1 0 2", "rank 1 1 0 5", "line 12: (1, 1, 0) has rank 5, (2, 1, 0) behind it 5: packets to 0 with bits 0, line 22"),
        ("rank 3 1 0 4", "rank 3 1 0 1", "line 11: (0, 1, 0) has rank 1, (3, 1, 0) behind it 1: packets to 2 with bits 0, line 28"),
        ("rank 1 2 2 7\n", "", "line 29: packets to 3 with bits 0: no rank of channel (1, 2, 2)"),
        ("rank 1 2 2 7", "rank 1 2 1 7", "line 16: (1, 2, 1) is no escape channel of a link"),
        ("rank 1 2 2 7", "rank 0 1 2 7", "line 16: this is said twice"),
        // A wrong route.
        ("from 0 0 1-3\n", "from 0 0 1-2\n", "line 21: no packets from 3 to 0"),
        ("from 1 0 0,2\nfrom 1 7 3\nto 1 0 1@0 0@2\nto 1 7 0>0@3\n", "", "no packets to node 1"),
        ("to 0 0 0@1-3", "to 0 0 0@1,3", "line 22: no route for packets to 0 with bits 0 at node 2"),
        ("to 1 7 0>0@3", "to 1 7 0@3", "line 26: no route for packets to 1 with bits 7 at node 2"),
        ("list 2 1:0 2:1", "list 2 2:1", "line 28: packets to 2 with bits 0: no escape channel at node 1"),
        ("list 2 1:0 2:1", "list 2", "line 28: packets to 2 with bits 0: no escape channel at node 1"),
        ("list 2 1:0 2:1", "list 2 1:0 3:1", "line 28: packets to 2 with bits 0: no link at port 3 of node 1"),
        ("list 2 1:0 2:1", "list 2 1:0 2:3", "line 19: `3` are no VCs of 3"),
        ("to 2 0 0@0,3 2@1", "to 2 0 0@0,3 2@0-1", "line 28: node 0 is there twice"),
        ("to 2 0 0@0,3 2@1", "to 2 0 0@0,3 9@1", "line 28: no list 9"),
        ("to 3 0 1@0 3@1", "to 3 0 1@0 0@1", "line 30: packets to 3 with bits 0 can come back to node "),
        // A wrong link, and wrong numbers.
        ("link 3 1 2 2", "link 3 1 4 2", "line 10: no node 4 of 4"),
        ("link 3 1 2 2\n", "", "line 12: (3, 1, 0) is no escape channel of a link"),
        ("escape 02", "escape 03", "line 5: `03` are no VCs of 3"),
        ("nodes 4", "nodes 3", "line 8: no node 3 of 3"),
        ("nodes 4", "nodes four", "line 3: `four` is no number that is allowed here"),
        ("from 3 0 0-2", "from 3 0 0-2\nfrom 4 0 0", "line 30: no node 4 of 4"),
        ("from 3 0 0-2", "from 3 0 0-4", "line 29: `0-4` are no nodes of 4"),
        ("# by hand", "by hand", "line 2: unknown words"),
        ("torusmith-ranks 1", "torusmith-ranks 3", "line 1: not `torusmith-ranks 1` or `torusmith-ranks 2`"),
        ("torusmith-ranks 1", "torusmith-ranks 2", "`routers` and `at` belong to `torusmith-ranks 2`"),
    ] {
        assert!(GOOD.contains(from), "{from}");
        let (code, found) = check(&GOOD.replacen(from, to, 1));
        assert!(code == 1 && found.starts_with("REFUSED: ") && found.contains(told), "{from} -> {to}: {found}");
    }
    assert_eq!(check("torusmith-ranks 1\n").0, 1);
}

/// Nodes apart from routers: 0 and 1 at router 2, node 2 at router 0, none at router 1. Routers stand in a line.
const APART: &str = "torusmith-ranks 2
nodes 3
routers 3
at 0 2 0
at 1 2 1
at 2 0 1
vcs 1
escape 0
link 0 2 1 2
link 1 2 0 2
link 1 3 2 2
link 2 2 1 3
rank 0 2 0 1
rank 1 3 0 2
rank 2 2 0 1
rank 1 2 0 2
list 0 2:0
list 1 3:0
from 0 0 1-2
to 0 0 0@0 1@1
from 1 0 0,2
to 1 0 0@0 1@1
from 2 0 0-1
to 2 0 0@1-2
";

#[test]
fn nodes_are_at_the_routers_that_the_certificate_says() {
    let told = "3 nodes, 4 links, 6 hops: all arrive. 4 channels: every dependency rises.\n";
    assert_eq!(check(APART), (0, told.to_owned()));
    for (from, to, told) in [
        ("at 1 2 1\n", "", "node 1 is at no router"),
        ("at 1 2 1", "at 1 2 0", "line 5: another node is at port 0 of router 2"),
        ("at 1 2 1", "at 0 2 1", "line 5: this is said twice"),
        ("at 1 2 1", "at 1 3 1", "line 5: no router 3 of 3"),
        ("at 1 2 1", "at 3 2 1", "line 5: no node 3 of 3"),
        // Node 1 at router 1: a packet from node 0 to it begins at router 2, which has no route.
        ("at 1 2 1", "at 1 1 0", "line 21: no route for packets to 1 with bits 0 at node 2"),
        ("rank 1 3 0 2", "rank 1 3 0 1", "line 13: (0, 2, 0) has rank 1, (1, 3, 0) behind it 1: packets to 0 with bits 0, line 20"),
        ("torusmith-ranks 2", "torusmith-ranks 1", "`routers` and `at` belong to `torusmith-ranks 2`"),
    ] {
        assert!(APART.contains(from), "{from}");
        let (code, found) = check(&APART.replacen(from, to, 1));
        assert!(code == 1 && found.starts_with("REFUSED: ") && found.contains(told), "{from} -> {to}: {found}");
    }
}

#[test]
fn a_file_that_is_not_there_is_told() {
    const NONE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-such-file");
    let output = Command::new(env!("CARGO_BIN_EXE_check-ranks")).arg(NONE).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().starts_with(&format!("{NONE}: ")));
}
