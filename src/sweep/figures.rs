//! Latency over accepted load, a curve for each network, router and so on: all that is set apart from rate and seed.

use torusmith_papers::figure::{Curve, svg};
use torusmith_papers::files::Files;

use super::found::Found;
use super::plan::Plan;

/// Keys that make points of a curve, not curves.
const ALONG: [&str; 2] = ["rate", "seed"];
/// Keys that split the figures, unless the plan says so.
const SPLIT: [&str; 1] = ["traffic"];

/// Figures of simulations; lock steps have none.
pub fn files(plan: &Plan, found: &[Found]) -> anyhow::Result<Files> {
    if plan.command != "simulate" {
        return Ok(Files::new());
    }
    let split: Vec<&str> = plan.figures.as_ref().map_or(SPLIT.to_vec(), |keys| keys.iter().map(String::as_str).collect());
    let varied = varied(found);
    let mut figures: Vec<(String, Vec<Series>)> = Vec::new();
    for found in found {
        let values = |of: &dyn Fn(&str) -> bool, by: &str| {
            let own =
                found.point.settings.iter().filter(|s| varied.contains(&s.key.as_str()) && !ALONG.contains(&s.key.as_str()) && of(&s.key));
            own.map(|setting| setting.value.as_str()).collect::<Vec<_>>().join(by)
        };
        let name = values(&|key| split.contains(&key), " ");
        let curve = values(&|key| !split.contains(&key), ", ");
        let curves = entry(&mut figures, &name);
        let curve = match curves.iter().position(|series| series.name == curve) {
            Some(at) => &mut curves[at],
            None => {
                curves.push(Series { name: curve, points: Vec::new() });
                curves.last_mut().expect("just put there")
            }
        };
        for row in found.rows() {
            let number = |key: &str| row[key].as_f64();
            if let (Some(rate), Some(load), Some(latency)) = (number("rate"), number("accepted"), number("latency_mean")) {
                curve.add(rate, load, latency);
            }
        }
    }
    let drawn = figures.into_iter().filter(|(_, curves)| curves.iter().any(|curve| !curve.points.is_empty())).map(|(name, curves)| {
        let file = if name.is_empty() { "sweep.svg".to_owned() } else { format!("sweep-{}.svg", slug(&name)) };
        let title = if name.is_empty() { "sweep" } else { &name };
        Ok((file, svg(title, &curves.into_iter().map(Series::curve).collect::<Vec<_>>())?))
    });
    drawn.collect()
}

/// A curve: rates with the loads and latencies of their seeds.
struct Series {
    name: String,
    points: Vec<(f64, Vec<(f64, f64)>)>,
}

impl Series {
    fn add(&mut self, rate: f64, load: f64, latency: f64) {
        let at = self.points.partition_point(|(known, _)| *known < rate);
        if self.points.get(at).is_none_or(|(known, _)| *known != rate) {
            self.points.insert(at, (rate, Vec::new()));
        }
        self.points[at].1.push((load, latency));
    }

    /// The means over the seeds.
    fn curve(self) -> Curve {
        let mean = |(_, seeds): (f64, Vec<(f64, f64)>)| {
            let of = |value: fn(&(f64, f64)) -> f64| seeds.iter().map(value).sum::<f64>() / seeds.len() as f64;
            (of(|p| p.0), of(|p| p.1))
        };
        Curve { name: self.name, points: self.points.into_iter().map(mean).collect() }
    }
}

fn entry<'a>(figures: &'a mut Vec<(String, Vec<Series>)>, name: &str) -> &'a mut Vec<Series> {
    let at = figures.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
        figures.push((name.to_owned(), Vec::new()));
        figures.len() - 1
    });
    &mut figures[at].1
}

/// Keys that do not have the same value in all points.
fn varied<'a>(found: &'a [Found]) -> Vec<&'a str> {
    let mut seen: Vec<(&str, &str)> = Vec::new();
    let mut varied: Vec<&str> = Vec::new();
    for setting in found.iter().flat_map(|found| &found.point.settings) {
        match seen.iter().find(|(key, _)| *key == setting.key) {
            None => seen.push((&setting.key, &setting.value)),
            Some((_, first)) if *first != setting.value && !varied.contains(&setting.key.as_str()) => varied.push(&setting.key),
            Some(_) => {}
        }
    }
    varied
}

/// Of file names.
fn slug(name: &str) -> String {
    let plain = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c.to_ascii_lowercase() } else { '-' });
    plain.collect::<String>().split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
