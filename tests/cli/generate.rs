use std::fs;
use std::os::unix::fs::PermissionsExt;

use tempfile::tempdir;

use crate::support::{Run, command, files, run};

fn generate(network: &str, out: &std::path::Path, flags: &str) -> Run {
    let mut command = command(["generate", network, "--out"]);
    run(command.arg(out).args(flags.split_whitespace()))
}

#[test]
fn the_report_names_the_files_that_are_there() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("deep/er");
    let report = generate("ttn:2,2,1", &out, "--json").good().json();
    assert_eq!((report["network"].as_str(), report["scope"].as_str()), (Some("TTN(2,2,1)"), Some("router")));
    let named: Vec<String> = report["files"].as_array().unwrap().iter().map(|f| f.as_str().unwrap().to_owned()).collect();
    let mut sorted = named.clone();
    sorted.sort();
    let there: Vec<String> = files(&out).into_iter().map(|(path, _)| path.to_str().unwrap().to_owned()).collect();
    assert_eq!(sorted, there);
    let top = report["top"].as_str().unwrap();
    assert!(named.contains(&format!("{top}.json")) && named.contains(&format!("{top}.f")));
}

#[test]
fn equal_commands_write_equal_bytes() {
    let dir = tempdir().unwrap();
    for flags in ["", "--pipeline 3 --vcs 6 --flit-width 64 --buffer-depth 8", "--vc-rule min2 --vcs 2 --vc-reuse empty"] {
        let [a, b] = ["a", "b"].map(|name| {
            let out = dir.path().join(name);
            generate("ttn:2,3,0", &out, flags).good();
            files(&out)
        });
        assert_eq!(a, b);
        let text = a.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes)).collect::<String>();
        assert!(!text.contains(dir.path().to_str().unwrap()), "a path of this machine");
    }
}

#[test]
fn a_refusal_leaves_the_folder_as_it_was() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("ttn");
    generate("ttn:2,2,1", &out, "--flit-width 15").refused(2, &["flit-width", "15", "16..512"]);
    assert!(!out.exists());
    generate("ttn:2,2,1", &out, "").good();
    let before = files(&out);
    generate("ttn:2,2,1", &out, "--buffer-depth 1").refused(2, &["buffer-depth", "1", "2..64"]);
    assert_eq!(files(&out), before);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let dir = tempdir().unwrap();
    // A file where a folder should be stops root too.
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    generate("ttn:2,2,1", &file.join("out"), "").refused(2, &["file/out", "cannot be written"]);
    generate("ttn:2,2,1", &file, "").refused(2, &["file", "cannot be written"]);
    let sealed = dir.path().join("sealed");
    fs::create_dir(&sealed).unwrap();
    fs::set_permissions(&sealed, PermissionsExt::from_mode(0o555)).unwrap();
    let run = generate("ttn:2,2,1", &sealed.join("out"), "");
    if run.code != Some(0) {
        run.refused(2, &["sealed", "cannot be written"]);
    }
    let left: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}
