//! Routes by coordinates: a router compares its own coordinates with those of the destination.

use std::collections::{BTreeMap, HashMap};

use super::keys::{Configuration, DimensionOrder};
use super::{EAST, EJECT, ElementKind, Fabric, NORTH, SOUTH, WEST, direction_name};
use crate::own::draft::{DraftRoute, NextHop, PortRef};
use crate::own::spot::{FileError, refuse};

type Coordinates = (i64, i64);

/// The routes of all routers to all endpoints.
///
/// # Errors
/// Routers without coordinates; an endpoint without a direction; a packet that would leave at another endpoint, or by a port without a link.
pub fn routes(fabric: &Fabric, configuration: &Configuration, order: DimensionOrder) -> Result<Vec<DraftRoute>, FileError> {
    let mut of_router = HashMap::new();
    for router in fabric.routers() {
        let element = &fabric.elements[router];
        let ElementKind::Router { of, .. } = element.kind else { continue };
        let &[x, y] = &element.index[..] else {
            return refuse(element.location, format!("router `{}` has no array; expected: one, for routes by coordinates", element.name));
        };
        let offset = configuration.routers[of].offset;
        of_router.insert(router, (x + offset.0, y + offset.1));
    }
    // By router and direction, the element that is there.
    let mut neighbours = HashMap::new();
    for edge in &fabric.edges {
        for (side, other) in [(0, 1), (1, 0)] {
            if let Some(direction) = edge.directions[side] {
                neighbours.insert((edge.ends[side], direction), edge.ends[other]);
            }
        }
    }
    let mut rows: BTreeMap<(usize, u32), Vec<String>> = BTreeMap::new();
    for endpoint in fabric.endpoints() {
        let to = coordinates(fabric, configuration, &of_router, endpoint)?;
        for router in fabric.routers() {
            let direction = select(of_router[&router], to, order);
            let next = neighbours.get(&(router, direction)).copied();
            if next == Some(endpoint) {
                continue;
            }
            let Some(_) = next.filter(|&next| fabric.is_router(next) && fabric.home(endpoint) != router) else {
                let (port, at, name) = (direction_name(direction), fabric.name(router), fabric.name(endpoint));
                let there = next.map_or("nothing".to_owned(), |next| format!("`{}`", fabric.name(next)));
                let what = format!("a packet to `{name}` leaves `{at}` by port {port}, where {there} is");
                let allowed = "routes that arrive; or ID, SRC, or a route file";
                return refuse(configuration.algorithm, format!("{what}; expected: {allowed}"));
            };
            rows.entry((router, direction)).or_default().push(fabric.name(endpoint).to_owned());
        }
    }
    let row = |((router, direction), to)| DraftRoute {
        location: configuration.algorithm,
        at: fabric.name(router).to_owned(),
        to,
        to_routers: Vec::new(),
        next_hop: NextHop::Port(PortRef::Name(direction_name(direction))),
        class: None,
    };
    Ok(rows.into_iter().map(row).collect())
}

/// The coordinates of an endpoint: those of its router, one further in the direction of its port.
fn coordinates(
    fabric: &Fabric,
    configuration: &Configuration,
    of_router: &HashMap<usize, Coordinates>,
    endpoint: usize,
) -> Result<Coordinates, FileError> {
    let edge = &fabric.edges[fabric.homes[&endpoint]];
    let side = usize::from(edge.ends[0] == endpoint);
    let (x, y) = of_router[&edge.ends[side]];
    let Some(direction) = edge.directions[side].filter(|direction| *direction <= EJECT) else {
        let what = format!("endpoint `{}` has no direction at its router; expected: one, for routes by coordinates", fabric.name(endpoint));
        return refuse(edge.location, what);
    };
    let (x, y) = match direction {
        NORTH => (x, y + 1),
        EAST => (x + 1, y),
        SOUTH => (x, y - 1),
        WEST => (x - 1, y),
        _ => (x, y),
    };
    let ElementKind::Endpoint { of } = fabric.elements[endpoint].kind else { return Ok((x, y)) };
    let offset = configuration.endpoints[of].offset;
    Ok((x + offset.0, y + offset.1))
}

/// The port that a router selects.
fn select(at: Coordinates, to: Coordinates, order: DimensionOrder) -> u32 {
    let along_x = if to.0 < at.0 { WEST } else { EAST };
    let along_y = if to.1 < at.1 { SOUTH } else { NORTH };
    match (order, to.0 == at.0, to.1 == at.1) {
        (_, true, true) => EJECT,
        (DimensionOrder::Xy, false, _) | (DimensionOrder::Yx, false, true) => along_x,
        (DimensionOrder::Yx, _, false) | (DimensionOrder::Xy, true, false) => along_y,
    }
}
