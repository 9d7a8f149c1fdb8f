//! How far a study is, and how long it will take.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use torusmith_papers::Progress;
use torusmith_papers::cache::Cache;

use crate::progress;

/// The stage whose steps are points, which may come from the cache.
const POINTS: &str = "points";

/// A bar for the stages of a study.
pub struct Watch<'a> {
    bar: ProgressBar,
    cache: &'a Cache,
    stage: Mutex<Stage>,
}

struct Stage {
    name: &'static str,
    begun: Instant,
    /// Points that had come from the cache when it began.
    recalled: u64,
}

impl<'a> Watch<'a> {
    pub fn new(cache: &'a Cache) -> Self {
        let style = ProgressStyle::with_template("{prefix} {bar:40} {human_pos} of {human_len}{msg}").expect("a template of indicatif");
        let bar = progress::shown(ProgressBar::new(0).with_style(style.progress_chars("=> ")));
        Self { bar, cache, stage: Mutex::new(Stage { name: "", begun: Instant::now(), recalled: 0 }) }
    }

    /// Takes what the study tells, from any thread.
    pub fn told(&self, progress: Progress) {
        let mut stage = self.stage.lock().expect("no thread panics here");
        match progress {
            Progress::Stage(name, steps) => {
                *stage = Stage { name, begun: Instant::now(), recalled: self.cache.recalled() };
                self.bar.reset();
                self.bar.set_length(steps);
                self.bar.set_prefix(name);
                self.bar.set_message("");
            }
            Progress::More(steps) if steps < 0 => self.bar.dec_length(steps.unsigned_abs()),
            Progress::More(steps) => self.bar.inc_length(steps as u64),
            Progress::Step => {
                self.bar.inc(1);
                let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
                // What is read from the cache says nothing on the time of what is not.
                let recalled = if stage.name == POINTS { self.cache.recalled() - stage.recalled } else { 0 };
                if let Some(left) = left(stage.begun.elapsed(), done, recalled, all) {
                    self.bar.set_message(format!(", {} left", HumanDuration(left)));
                }
            }
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// The time for the steps that are left, if they take as long as those that were done, the recalled ones aside.
fn left(elapsed: Duration, done: u64, recalled: u64, all: u64) -> Option<Duration> {
    let simulated = done.checked_sub(recalled).filter(|&steps| steps > 0)?;
    Some(elapsed.mul_f64(all.saturating_sub(done) as f64 / simulated as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_by_hand() {
        let minute = Duration::from_secs(60);
        // 20 of 100 done, 10 of them in a minute's work: 80 more take eight.
        assert_eq!(left(minute, 20, 10, 100), Some(8 * minute));
        assert_eq!(left(minute, 10, 10, 100), None);
        assert_eq!(left(minute, 100, 0, 100), Some(Duration::ZERO));
    }
}
