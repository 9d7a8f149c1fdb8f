//! How far a sweep is.

use std::time::Duration;

use indicatif::HumanDuration;
use serde::Serialize;

use super::folder::Folder;
use super::point::Point;
use crate::output;

/// The pace is that of so many points that were done last.
const RECENT: usize = 200;

/// How many points are in which state.
#[derive(Serialize)]
pub struct Status {
    points: usize,
    done: usize,
    failed: usize,
    left: usize,
    /// For those that are left or failed, at the pace of those that were done last; `None` where that is not known.
    seconds_left: Option<f64>,
}

impl Status {
    /// All points are done.
    pub fn complete(&self) -> bool {
        self.done == self.points
    }
}

/// Looks at all points.
pub fn status(points: &[Point], folder: &Folder) -> Status {
    let mut status = Status { points: points.len(), done: 0, failed: 0, left: 0, seconds_left: None };
    let (mut kept, mut work) = (Vec::new(), 0.0);
    for point in points {
        if folder.known(point).is_some() {
            status.done += 1;
            kept.extend(folder.kept(point).map(|time| (time, point.work())));
        } else {
            work += point.work();
            *if folder.error(point).is_some() { &mut status.failed } else { &mut status.left } += 1;
        }
    }
    kept.sort_by_key(|&(time, _)| time);
    let recent = &kept[kept.len().saturating_sub(RECENT)..];
    if let [(first, _), rest @ .., (last, work_last)] = recent {
        let done: f64 = rest.iter().map(|&(_, work)| work).sum::<f64>() + work_last;
        status.seconds_left = last.duration_since(*first).ok().map(|time| time.as_secs_f64() * work / done);
    }
    status
}

/// Prints it.
pub fn tell(status: &Status, json: bool) -> std::io::Result<()> {
    if json {
        return output::json(status);
    }
    let Status { points, done, failed, left, seconds_left } = status;
    let mut text = format!("{points} points: {done} done, {failed} failed, {left} left");
    if let Some(seconds) = seconds_left.filter(|_| failed + left > 0) {
        text += &format!("; about {} more at the pace of the last ones", HumanDuration(Duration::from_secs_f64(seconds)));
    }
    output::text(&(text + "\n"))
}
