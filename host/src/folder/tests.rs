use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;

use tempfile::{TempDir, tempdir};

use super::{Change, Folder, exchange, is_unfinished, one_by_one, stages};

/// A folder `out` with files of a design and of a user, within a temporary folder.
fn example_folder() -> TempDir {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out");
    for (path, text) in [("rtl/a.v", "old a"), ("rtl/b.v", "old b"), ("sdc/c", "old c"), ("notes.txt", "mine"), ("deep/er/log", "mine")] {
        fs::create_dir_all(out.join(path).parent().unwrap()).unwrap();
        fs::write(out.join(path), text).unwrap();
    }
    fs::create_dir(out.join("empty")).unwrap();
    fs::set_permissions(out.join("empty"), PermissionsExt::from_mode(0o750)).unwrap();
    fs::set_permissions(out.join("notes.txt"), PermissionsExt::from_mode(0o600)).unwrap();
    symlink("notes.txt", out.join("link")).unwrap();
    UnixListener::bind(out.join("socket")).unwrap();
    dir
}

fn change() -> Change<'static> {
    Change { write: vec![("rtl/a.v", b"new a"), ("xdc/d", b"new d")], remove: vec!["rtl/b.v", "sdc/c"] }
}

/// All entries below a folder: path, mode, contents or target; for files of the user also the inode.
fn listing(dir: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            let name = path.strip_prefix(dir).unwrap().display().to_string();
            let mut line = format!("{name} {:o}", metadata.mode());
            if metadata.is_dir() {
                open.push(path);
            } else {
                let is_of_design = ["rtl", "sdc", "xdc"].iter().any(|folder| name.starts_with(folder));
                let inode = if is_of_design { String::new() } else { metadata.ino().to_string() };
                line += &format!(" {} {inode}", fs::read_to_string(&path).unwrap_or_default());
            }
            found.push(line);
        }
    }
    found.sort();
    found
}

fn names(listing: &[String]) -> Vec<&str> {
    listing.iter().map(|line| line.split(' ').next().unwrap()).collect()
}

const AFTER: [&str; 11] = ["deep", "deep/er", "deep/er/log", "empty", "link", "notes.txt", "rtl", "rtl/a.v", "socket", "xdc", "xdc/d"];

#[test]
fn both_ways_change_the_same_and_leave_what_is_the_users() {
    let of_user =
        |all: &[String]| all.iter().filter(|line| !["rtl", "sdc", "xdc"].iter().any(|f| line.starts_with(f))).cloned().collect::<Vec<_>>();
    for way in ["exchange", "one by one"] {
        let dir = example_folder();
        let out = dir.path().join("out");
        let before = listing(&out);
        let inode = fs::metadata(&out).unwrap().ino();
        match way {
            "exchange" => exchange::replace(&out, dir.path(), &change()).unwrap(),
            _ => one_by_one::replace(&out, &change()).unwrap(),
        }
        assert_eq!(fs::metadata(&out).unwrap().ino() != inode, way == "exchange");
        let after = listing(&out);
        assert_eq!(names(&after), AFTER, "{way}");
        assert_eq!(of_user(&after), of_user(&before), "{way}");
        assert_eq!(fs::read_to_string(out.join("rtl/a.v")).unwrap(), "new a");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "{way}: something is left");
    }
}

/// A folder is created with its parents; a failed change leaves nothing, not even the parents.
#[test]
fn a_new_folder_comes_whole_or_not_at_all() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("deep/out");
    let folder = Folder::open(&out).unwrap();
    let wrong = Change { write: vec![("a", b""), ("a/b", b"")], remove: vec![] };
    folder.replace(&wrong).unwrap_err();
    drop(folder);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    Folder::open(&out).unwrap().replace(&change()).unwrap();
    assert_eq!(names(&listing(dir.path())), ["deep", "deep/out", "deep/out/rtl", "deep/out/rtl/a.v", "deep/out/xdc", "deep/out/xdc/d"]);
}

#[test]
fn a_change_that_fails_leaves_the_folder_as_it_was() {
    let dir = example_folder();
    let out = dir.path().join("out");
    let before = listing(&out);
    // `notes.txt` is no folder, which is found after `rtl/a.v` may have been moved.
    let wrong = Change { write: vec![("rtl/a.v", b"new a"), ("new", b""), ("notes.txt/x", b"")], remove: vec!["rtl/b.v"] };
    Folder::open(&out).unwrap().replace(&wrong).unwrap_err();
    assert_eq!((listing(&out), fs::read_dir(dir.path()).unwrap().count()), (before, 1));
}

/// Killed between any two steps of moving one by one: readers detect this, and the next process completes the change, except for files
/// edited meanwhile.
#[test]
fn the_next_process_completes_what_a_killed_one_began() {
    for moved in 0..4 {
        let dir = example_folder();
        let out = dir.path().join("out");
        let stage = out.join(format!("{}x", super::STAGE));
        let hash = |path: &str| crate::sha256(fs::read(out.join(path)).unwrap());
        let plan = format!("{} rtl/a.v\n{} rtl/b.v\n{} sdc/c\n- xdc/d\n", hash("rtl/a.v"), hash("rtl/b.v"), hash("sdc/c"));
        for (path, text) in [("plan", plan.as_str()), ("new/rtl/a.v", "new a"), ("new/xdc/d", "new d")] {
            fs::create_dir_all(stage.join(path).parent().unwrap()).unwrap();
            fs::write(stage.join(path), text).unwrap();
        }
        if moved > 0 {
            fs::rename(stage.join("new/rtl/a.v"), out.join("rtl/a.v")).unwrap();
        }
        if moved > 1 {
            fs::remove_file(out.join("rtl/b.v")).unwrap();
        }
        if moved > 2 {
            fs::write(out.join("sdc/c"), "edited").unwrap();
        }
        assert!(is_unfinished(&out));
        drop(Folder::open(&out).unwrap());
        assert!(!is_unfinished(&out));
        let mut expected = AFTER.to_vec();
        if moved > 2 {
            expected.extend(["sdc", "sdc/c"]);
            expected.sort_unstable();
        }
        assert_eq!(names(&listing(&out)), expected, "{moved}");
        assert_eq!(fs::read_to_string(out.join("rtl/a.v")).unwrap(), "new a");
    }
}

/// Killed after the exchange: files that were added to the original folder meanwhile are kept, whether new or saved again.
#[test]
fn what_came_while_the_folder_was_built_is_kept() {
    let dir = example_folder();
    let (out, stage) = (dir.path().join("out"), dir.path().join(format!("{}x", super::STAGE)));
    let first = stage.join("tree");
    fs::create_dir(&stage).unwrap();
    fs::rename(&out, &first).unwrap();
    fs::create_dir(&out).unwrap();
    fs::write(out.join("notes.txt"), "stale").unwrap();
    fs::hard_link(first.join("link"), out.join("link")).unwrap();
    fs::create_dir(out.join("rtl")).unwrap();
    fs::write(out.join("rtl/a.v"), "new a").unwrap();
    fs::write(first.join("notes.txt"), "saved again").unwrap();
    let inode = fs::metadata(&out).unwrap().ino();
    fs::write(stage.join("state"), format!("out\n{inode}\nrtl/a.v\nrtl/b.v\nsdc/c\nend\n")).unwrap();
    drop(Folder::open(&out).unwrap());
    assert_eq!(stages(dir.path()).len(), 0);
    let read = |path: &str| fs::read_to_string(out.join(path)).unwrap();
    assert_eq!(["notes.txt", "deep/er/log", "rtl/a.v"].map(read), ["saved again", "mine", "new a"]);
    assert!(!out.join("rtl/b.v").exists() && out.join("socket").exists());
}

/// Killed before the exchange: the stage's links are removed, and files stay. A stage of another process counts as in use while that
/// process holds the lock.
#[test]
fn a_stage_of_a_killed_process_goes() {
    let dir = example_folder();
    let out = dir.path().join("out");
    let before = listing(&out);
    let stage = dir.path().join(format!("{}x", super::STAGE));
    fs::create_dir_all(stage.join("tree")).unwrap();
    fs::hard_link(out.join("notes.txt"), stage.join("tree/notes.txt")).unwrap();
    let inode = fs::metadata(stage.join("tree")).unwrap().ino();
    for state in ["", "out\n", &format!("out\n{inode}\nend\n")] {
        fs::create_dir_all(stage.join("tree")).unwrap();
        let kept = fs::metadata(stage.join("tree")).unwrap().ino();
        fs::write(stage.join("state"), state.replace(&inode.to_string(), &kept.to_string())).unwrap();
        drop(Folder::open(&out).unwrap());
        assert!(!stage.exists(), "{state}");
        assert_eq!(listing(&out), before);
    }
}

/// Of two processes at one folder, the second begins when the first has ended, so that neither undoes the other's change.
#[test]
fn one_process_at_a_time() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("new/out");
    std::thread::scope(|scope| {
        for i in 0..8 {
            let out = &out;
            scope.spawn(move || {
                let name = format!("file{i}");
                Folder::open(out).unwrap().replace(&Change { write: vec![(&name, b"x")], remove: vec![] }).unwrap();
            });
        }
    });
    assert_eq!(fs::read_dir(&out).unwrap().count(), 8);
}
