//! Links and routers in the form of `--without` and `--without-node`.

use crate::dead::Dead;
use crate::{Error, Link, Network};

/// Adds the links of lists such as `3,3:x+/4,4~4,5`.
pub fn links(network: &Network, lists: &[String], dead: &mut Dead) -> Result<(), Error> {
    for item in lists.iter().flat_map(|list| items(list, |item| link(network, item).is_ok())) {
        for (from, to) in link(network, item)? {
            dead.add_link(from, to);
        }
    }
    Ok(())
}

/// The items of a list, which are separated by slashes; a text that is an item is one.
pub fn items(list: &str, is_item: impl Fn(&str) -> bool) -> Vec<&str> {
    if is_item(list) { vec![list] } else { list.split('/').map(str::trim).collect() }
}

/// A link: `ROUTER:PORT` both ways, `ROUTER:PORT>` one way, `ROUTER~ROUTER` the only link between two.
fn link(network: &Network, text: &str) -> Result<Vec<(Link, Link)>, Error> {
    if let Some((a, b)) = text.split_once('~') {
        return between(network, text, network.parse_address(a.trim())?, network.parse_address(b.trim())?);
    }
    let (ends, one_way) = text.strip_suffix('>').map_or((text, false), |ends| (ends, true));
    let form = || Error::Missing { what: format!("no link `{text}`; expected: ROUTER:PORT, ROUTER:PORT> or ROUTER~ROUTER") };
    let (router, port) = ends.rsplit_once(':').ok_or_else(form)?;
    let node = network.parse_address(router.trim())?;
    let ports = (network.local_ports() as u8..network.ports() as u8).filter(|&port| network.downstream(node, port).is_some());
    let named = |&number: &u8| network.port_name(node, number) == port.trim() || network.port_label(number) == port.trim();
    let Some(port) = ports.clone().find(named) else {
        let names: Vec<String> = ports.map(|port| network.port_name(node, port)).collect();
        let router = network.format_address(node);
        return Err(Error::Missing { what: format!("no link at `{router}:{port}`; ports of `{router}`: {}", names.join(", ")) });
    };
    let from = Link { node, port };
    let to = network.downstream(node, port).ok_or_else(form)?;
    let back = (!one_way && network.downstream(to.node, to.port) == Some(from)).then_some((to, from));
    Ok([(from, to)].into_iter().chain(back).collect())
}

fn between(network: &Network, text: &str, a: u32, b: u32) -> Result<Vec<(Link, Link)>, Error> {
    let of = |from: u32, to: u32| {
        let ports = network.local_ports() as u8..network.ports() as u8;
        let ends = ports.filter_map(move |port| Some((Link { node: from, port }, network.downstream(from, port)?)));
        ends.filter(|(_, end)| end.node == to).collect::<Vec<_>>()
    };
    let [there, back] = [of(a, b), of(b, a)];
    if there.len() > 1 || back.len() > 1 {
        let ports: Vec<String> = there.iter().map(|(from, _)| network.port_name(a, from.port)).collect();
        let a = network.format_address(a);
        return Err(Error::Missing { what: format!("several links `{text}`; name one by its port at `{a}`: {}", ports.join(", ")) });
    }
    if there.is_empty() && back.is_empty() {
        let to = |port| network.downstream(a, port).map(|link| network.format_address(link.node));
        let near: Vec<String> = (network.local_ports() as u8..network.ports() as u8).filter_map(to).collect();
        let what = format!("no link `{text}`; neighbours of `{}`: {}", network.format_address(a), near.join(", "));
        return Err(Error::Missing { what });
    }
    Ok([there, back].concat())
}

/// What is out of service, routers first, each link both ways once.
pub fn list(network: &Network, dead: &Dead) -> Vec<String> {
    let routers = dead.routers().iter().map(|&router| network.format_address(router));
    let links = dead.links().iter().filter_map(|(from, to)| {
        let both = dead.links().get(to) == Some(from) && network.downstream(to.node, to.port) == Some(*from);
        let text = format!("{}:{}", network.format_address(from.node), network.port_name(from.node, from.port));
        // A link that has no way back needs no sign.
        let one_way = !both && network.downstream(to.node, to.port) == Some(*from);
        (!both || from < to).then(|| if one_way { text + ">" } else { text })
    });
    routers.chain(links).collect()
}
