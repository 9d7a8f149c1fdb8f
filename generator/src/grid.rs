//! Tori and meshes: what their route templates see of the sides.

use minijinja::{Value, context};
use torusmith_topology::Network;

use crate::bits::clog2;
use crate::error::Error;
use crate::templates::{Values, render};
use crate::verilog::VerilogModule;

/// A torus or a mesh.
pub(crate) struct Grid<'a> {
    pub network: &'a Network,
    /// Its sides of 2 nodes and more, x first.
    pub sides: &'a [u32],
    /// Bits of the class of a hop.
    pub class_bits: u32,
}

impl Grid<'_> {
    /// The name of a dimension, from that of its ports.
    pub fn name(&self, d: usize) -> String {
        self.network.port_label(2 * d as u8 + 1).trim_end_matches(['+', '-']).to_lowercase()
    }

    /// There is no way to go in the dimensions before this one, or in any before the end.
    pub fn before(&self, d: usize) -> String {
        (0..d).map(|k| format!("~along_{}", self.name(k))).collect::<Vec<_>>().join(" & ")
    }

    /// Coordinates up to this one are slices of the address.
    fn slices(&self, d: usize) -> bool {
        self.sides[..=d].iter().all(|side| side.is_power_of_two())
    }

    /// Modules that the route module needs.
    pub fn helpers(&self) -> Result<Vec<VerilogModule>, Error> {
        let divides = self.sides.len() > 1 && !self.slices(self.sides.len() - 2);
        let module = || Ok(VerilogModule::new("place_in_row", render("routes/place_in_row.v", &Values::new())?));
        divides.then(module).into_iter().collect()
    }

    /// How places come out of addresses.
    fn places(&self) -> Vec<Value> {
        let mut places = Vec::new();
        let (mut low, mut rest) = (0, None::<String>);
        let address_bits = self.network.address_bits();
        for (d, &side) in self.sides.iter().enumerate() {
            let (name, bits) = (self.name(d), clog2(side));
            let last = d + 1 == self.sides.len();
            let above: u32 = self.sides[d + 1..].iter().product();
            if rest.is_none() && (last || self.slices(d)) {
                let high = if last { address_bits - 1 } else { low + bits - 1 };
                places.push(context! { name, bits => high + 1 - low, slice => true, low, high, rest => "" });
                low += bits;
                continue;
            }
            let (here, there, from_bits) = match &rest {
                None if low == 0 => ("here".to_owned(), "header".to_owned(), address_bits),
                None => (format!("here[{}:{low}]", address_bits - 1), format!("header[{}:{low}]", address_bits - 1), address_bits - low),
                Some(rest) => (format!("{rest}_here_rest"), format!("{rest}_there_rest"), clog2(side * above)),
            };
            let before = if last { rest.clone().unwrap_or_default() } else { String::new() };
            places.push(
                context! { name => &name, bits, slice => false, rest => before, side, here, there, from_bits, rest_bits => clog2(above) },
            );
            rest = Some(name);
        }
        places
    }

    /// The values of the route template.
    pub fn values(&self, dims: Vec<Value>) -> Values {
        let names: Vec<String> = (0..self.sides.len()).map(|d| self.name(d)).collect();
        let mut order: Vec<String> = names.iter().map(|name| format!("along {name}")).collect();
        order[0] += " first";
        let reversed: Vec<&str> = names.iter().rev().map(String::as_str).collect();
        let powers = self.sides.iter().all(|side| side.is_power_of_two());
        let mut number = names[0].clone();
        for (d, name) in names.iter().enumerate().skip(1) {
            number = format!("{name} * {} + {number}", self.sides[..d].iter().product::<u32>());
        }
        let address = if powers { format!("{{{}}}", reversed.join(", ")) } else { number };
        Values::from([
            ("network", self.network.to_string().into()),
            ("ports", (self.network.ports() as u32).into()),
            ("address_bits", self.network.address_bits().into()),
            ("class_bits", self.class_bits.into()),
            ("mixed", false.into()),
            ("port_list", port_list(self.network).into()),
            ("order_text", order.join(", then ").into()),
            ("address_text", address.into()),
            ("places", Value::from(self.places())),
            ("none_along", self.before(self.sides.len()).into()),
            ("dims", Value::from(dims)),
        ])
    }

    /// The module that gives the addresses of a node's neighbours.
    pub fn neighbours(&self, mesh: bool) -> Result<VerilogModule, Error> {
        let address_bits = self.network.address_bits();
        let dims = self.sides.iter().enumerate().map(|(d, &side)| {
            let (name, apart): (_, u32) = (self.name(d), self.sides[..d].iter().product());
            let digit = side.is_power_of_two() && apart.is_power_of_two();
            let (low, bits) = (clog2(apart), clog2(side));
            let high = low + bits - 1;
            let text = |way: &str| match (digit, high + 1 == address_bits, low == 0) {
                (false, ..) => format!("{name}_{way}"),
                (true, true, true) => format!("{name}_{way}"),
                (true, true, false) => format!("{name}_{way}, node[{}:0]", low - 1),
                (true, false, true) => format!("node[{}:{}], {name}_{way}", address_bits - 1, high + 1),
                (true, false, false) => format!("node[{}:{}], {name}_{way}, node[{}:0]", address_bits - 1, high + 1, low - 1),
            };
            let (plus_text, minus_text) = (text("plus"), text("minus"));
            context! { name, side, apart, back => apart * (side - 1), digit, bits, low, high, plus_text, minus_text }
        });
        let values = Values::from([
            ("ports", (self.network.ports() as u32).into()),
            ("address_bits", address_bits.into()),
            ("port_list", port_list(self.network).into()),
            ("mesh", mesh.into()),
            ("dims", Value::from(dims.collect::<Vec<_>>())),
        ]);
        Ok(VerilogModule::new("neighbours", render("routes/grid_neighbours.v", &values)?))
    }
}

/// The ports of a network's routers with their numbers.
pub(crate) fn port_list(network: &Network) -> String {
    let names = (0..network.ports()).map(|port| format!("{port} {}", network.port_label(port as u8)));
    crate::wrapped::wrapped(names, ",", 30, "\n//                  ")
}
