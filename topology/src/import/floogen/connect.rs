//! The elements that a connection joins.

use super::keys::{Connection, Select, Side};
use super::{Edge, ElementKind, Fabric};
use crate::own::MOST_TERMINALS;
use crate::own::spot::{FileError, refuse};

/// Adds the edges of a connection: element n of one side to element n of the other. With `allow_multi` the side with fewer elements has each of
/// them several times, one after the other.
///
/// # Errors
/// Unknown elements, sides of different lengths, two endpoints.
pub fn add(fabric: &mut Fabric, connection: &Connection) -> Result<(), FileError> {
    let [sources, targets] = [elements(fabric, &connection.sides[0])?, elements(fabric, &connection.sides[1])?];
    let (fewer, most) = (sources.len().min(targets.len()), sources.len().max(targets.len()));
    if fewer == 0 || fewer != most && !(connection.allow_multi && most.is_multiple_of(fewer)) {
        let multi = if connection.allow_multi { "the one a multiple of the other" } else { "equal numbers, or allow_multi: true" };
        let (src, dst) = (&connection.sides[0].name.value, &connection.sides[1].name.value);
        let what = format!("{} of `{src}` and {} of `{dst}`; expected: {multi}", sources.len(), targets.len());
        return refuse(connection.location, what);
    }
    let directions = [connection.sides[0].direction, connection.sides[1].direction];
    for n in 0..most {
        let ends = [sources[n * sources.len() / most], targets[n * targets.len() / most]];
        if ends.iter().all(|&end| !fabric.is_router(end)) {
            let [from, to] = ends.map(|end| fabric.name(end));
            return refuse(connection.location, format!("endpoint `{from}` is connected to endpoint `{to}`; expected: a router"));
        }
        fabric.edges.push(Edge { location: connection.location, ends, directions });
    }
    Ok(())
}

/// The elements of one side, in order.
fn elements(fabric: &Fabric, side: &Side) -> Result<Vec<usize>, FileError> {
    let (location, name) = (side.name.location, &side.name.value);
    let find = |name: &str| {
        let found = fabric.numbers.get(name).copied();
        found.map_or_else(|| refuse(location, format!("no router and no endpoint is called `{}`", name.escape_debug())), Ok)
    };
    match &side.select {
        Select::Named => Ok(vec![find(name)?]),
        Select::Index(index) => Ok(vec![find(&index.iter().fold(name.clone(), |name, i| format!("{name}_{i}")))?]),
        Select::Range(ranges) => {
            let mut names = vec![name.clone()];
            for &(first, last) in ranges {
                let span = (first - last).unsigned_abs() as usize + 1;
                if names.len().saturating_mul(span) > MOST_TERMINALS {
                    return refuse(location, format!("a range of more than {MOST_TERMINALS} elements; expected: fewer"));
                }
                let all: Vec<i64> = if first <= last { (first..=last).collect() } else { (last..=first).rev().collect() };
                names = names.iter().flat_map(|name| all.iter().map(move |i| format!("{name}_{i}"))).collect();
            }
            names.iter().map(|name| find(name)).collect()
        }
        Select::Level(level) => {
            let prefix = format!("{name}_");
            let at_level = |element: &usize| {
                let element = &fabric.elements[*element];
                matches!(element.kind, ElementKind::Router { level: Some(at), .. } if at == *level) && element.name.starts_with(&prefix)
            };
            let found: Vec<usize> = fabric.routers().filter(at_level).collect();
            if found.is_empty() {
                return refuse(
                    location,
                    format!("no router of `{}` is at level {level}; expected: a level of its tree", name.escape_debug()),
                );
            }
            Ok(found)
        }
    }
}
