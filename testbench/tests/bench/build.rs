//! Builds and their cache.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

use torusmith_testbench::{Builder, Compiler, Design, Error, Testbench, Waves};

use crate::support::{Folder, builder};

fn objects(cache: &Path) -> Vec<(PathBuf, SystemTime)> {
    let mut all: Vec<PathBuf> = fs::read_dir(cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all.into_iter().map(|path| (path.clone(), fs::metadata(&path).unwrap().modified().unwrap())).collect()
}

fn with_cache(cache: &Path) -> Option<Builder> {
    Some(Builder::with(builder()?.verilator().clone(), Compiler::find().unwrap(), cache).unwrap())
}

#[test]
#[ignore = "long: builds with caches of its own"]
fn one_build_serves_all_that_come_at_once_and_after() {
    let cache = tempfile::tempdir().unwrap();
    let Some(builder) = with_cache(cache.path()) else { return };
    let folder = Folder::small();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| Testbench::open(folder.path(), &builder).unwrap());
        }
    });
    let built = objects(cache.path());
    let of_design = |all: &[(PathBuf, SystemTime)]| all.iter().filter(|(path, _)| path.extension().is_some_and(|e| e == "so")).count();
    assert_eq!(of_design(&built), 1, "{built:?}");
    // Beside it only the objects of Verilator's library and its headers: no lock, no folder, nothing half made.
    assert!(built.iter().all(|(path, _)| path.extension().is_some_and(|e| e == "so" || e == "o" || e == "gch")), "{built:?}");

    Testbench::open(folder.path(), &builder).unwrap();
    // Where it lies makes no difference, what it says does.
    Testbench::open(Folder::small().path(), &builder).unwrap();
    assert_eq!(objects(cache.path()), built);
    let edited = Folder::small().edit("_crossbar.v", "// crossbar:", "// a comment\n// crossbar:");
    damaged_files_are_made_again(cache.path(), &builder, &edited);
    assert_eq!(of_design(&objects(cache.path())), 2);
}

static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// What the first design left of Verilator's is cut short when the next one is built; and then that is whole, but no model.
fn damaged_files_are_made_again(cache: &Path, builder: &Builder, next: &Folder) {
    let builder = builder.with_notes(|note| NOTES.lock().unwrap().push(note.to_owned()));
    let told = || std::mem::take(&mut *NOTES.lock().unwrap());
    let files: Vec<PathBuf> =
        objects(cache).into_iter().map(|(path, _)| path).filter(|path| path.extension().is_some_and(|e| e != "so")).collect();
    for path in &files {
        let text = fs::read(path).unwrap();
        fs::write(path, &text[..1000]).unwrap();
    }
    let object = builder.build(&Design::open(next.path()).unwrap(), Waves::None).unwrap();
    let mut notes = told();
    notes.sort();
    let expected: Vec<String> = files.iter().map(|path| format!("note: {} was damaged; it was built again", path.display())).collect();
    assert!(notes == expected && notes.len() >= 3, "{notes:?}");

    fs::write(&object, "no model").unwrap();
    torusmith_host::seal(&object).unwrap();
    Testbench::open(next.path(), &builder).unwrap();
    let start = format!("note: dlopen failed on {}: ", object.display());
    assert!(matches!(&told()[..], [note] if note.starts_with(&start) && note.ends_with("; it is built again")));
    Testbench::open(next.path(), &builder).unwrap();
    assert_eq!(told(), [""; 0]);
}

/// 16 routers: 400,000 and 40,000,000 routers times clocks are 25,000 and 2,500,000 clocks (docs/cli.md, cosim).
#[test]
#[ignore = "long: optimizing builds"]
fn the_longer_the_run_the_more_is_optimized() {
    let Some(builder) = builder() else { return };
    let folder = Folder::small();
    let design = Design::open(folder.path()).unwrap();
    let object = |clocks| builder.expecting(clocks).build(&design, Waves::None).unwrap();
    let [short, middle, long] = [[1, 24_999], [25_000, 2_499_999], [2_500_000, u64::MAX]].map(|ends| {
        let [first, last] = ends.map(object);
        assert_eq!(first, last, "{ends:?}");
        first
    });
    // A function that is called in every clock is less code.
    let bytes = |object: &Path| fs::metadata(object).unwrap().len();
    assert!(bytes(&short) > bytes(&middle), "{short:?} {middle:?}");
    assert_ne!(middle, long);
}

#[test]
fn a_header_that_a_source_includes_is_part_of_the_design() {
    let Some(builder) = builder() else { return };
    let folder = Folder::small().with_verilog("`include \"mine.vh\"");
    fs::write(folder.path().join("rtl/mine.vh"), "wire mine = 1'b0;\n").unwrap();
    let first = builder.build(&Design::open(folder.path()).unwrap(), Waves::None).unwrap();
    fs::write(folder.path().join("rtl/mine.vh"), "wire mine = 1'b1;\n").unwrap();
    let second = builder.build(&Design::open(folder.path()).unwrap(), Waves::None).unwrap();
    assert_ne!(first, second);
}

#[test]
fn verilog_that_cannot_be_built_is_told() {
    let cache = tempfile::tempdir().unwrap();
    let Some(builder) = with_cache(cache.path()) else { return };
    let told = |folder: Folder| match Testbench::open(folder.path(), &builder) {
        Ok(_) => panic!("it was built"),
        Err(error) => error,
    };
    let error = told(Folder::small().with_verilog("assign nothing here;"));
    assert!(matches!(error, Error::Tool { .. }), "{error}");
    let text = error.to_string();
    assert!(text.starts_with("verilator failed on module torus_4_4_router: ") && text.contains("torus_4_4_router.v"), "{text}");

    let error =
        told(Folder::small().edit("_router.v", "input  wire [4:0]              in_head,", "input  wire [5:0]              in_head,"));
    assert!(error.to_string().ends_with("port in_head is Input [6], expected Input [5]"), "{error}");
    assert!(objects(cache.path()).is_empty(), "{:?}", objects(cache.path()));
}
