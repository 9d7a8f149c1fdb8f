//! Files moved into a folder one by one, by a plan.

use std::fs;
use std::io;
use std::path::Path;

use super::{Change, stage_in, stages, write_files};
use crate::sha256;

/// In a stage: new files.
const NEW: &str = "new";
/// In a stage: old files.
const OLD: &str = "old";
/// In a stage, from when all is ready until all is moved: a line for each path, with the hash of the old file.
const PLAN: &str = "plan";
/// Replaces the hash of a missing file.
const ABSENT: &str = "-";

/// Whether a process was killed while it moved files into the folder, or is still moving them; the next [`super::Folder::open`] completes
/// this.
pub fn is_unfinished(dir: &Path) -> bool {
    stages(dir).iter().any(|stage| stage.join(PLAN).exists())
}

/// Applies the change to an existing folder.
///
/// # Errors
/// The change fails; the folder is unchanged.
pub(super) fn replace(place: &Path, change: &Change) -> io::Result<()> {
    let stage = stage_in(place)?;
    let [new, old, plan, part] = [NEW, OLD, PLAN, "plan.part"].map(|name| stage.path().join(name));
    fs::create_dir(&new)?;
    fs::create_dir(&old)?;
    write_files(&new, change)?;
    let mut lines = String::new();
    for path in change.paths() {
        let (from, to) = (place.join(&path), old.join(&path));
        if fs::symlink_metadata(&from).is_ok() {
            fs::create_dir_all(to.parent().expect("a file in a folder"))?;
            fs::hard_link(&from, &to).or_else(|_| fs::copy(&from, &to).map(drop))?;
        }
        lines += &format!("{} {}\n", hash(&from), path.display());
    }
    fs::write(&part, lines)?;
    fs::rename(part, &plan)?;
    let moved = move_files(stage.path(), place);
    if moved.is_err() {
        for path in change.paths() {
            let (place, new, old) = (place.join(&path), new.join(&path), old.join(&path));
            match old.exists() {
                true => fs::rename(old, place)?,
                false if !new.exists() => _ = fs::remove_file(place),
                false => {}
            }
        }
    }
    fs::remove_file(plan)?;
    moved
}

/// Completes the plan of a killed process, and removes its stage.
pub(super) fn settle(stage: &Path, place: &Path) -> io::Result<()> {
    let plan = stage.join(PLAN);
    if plan.exists() {
        move_files(stage, place)?;
        fs::remove_file(plan)?;
    }
    fs::remove_dir_all(stage)
}

/// Moves new files into place, and removes the other files of the plan. A file that was edited since the plan was made stays.
fn move_files(stage: &Path, place: &Path) -> io::Result<()> {
    for (before, path) in fs::read_to_string(stage.join(PLAN))?.lines().filter_map(|line| line.split_once(' ')) {
        let (new, file) = (stage.join(NEW).join(path), place.join(path));
        if hash(&file) != before {
            continue;
        }
        let parent = file.parent().expect("a file in a folder");
        if new.exists() {
            fs::create_dir_all(parent)?;
            fs::rename(new, file)?;
        } else if before != ABSENT {
            fs::remove_file(&file)?;
            parent.ancestors().take_while(|dir| *dir != place).for_each(|dir| _ = fs::remove_dir(dir));
        }
    }
    Ok(())
}

fn hash(file: &Path) -> String {
    fs::read(file).map_or(ABSENT.into(), sha256)
}
