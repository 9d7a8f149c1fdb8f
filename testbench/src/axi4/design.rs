//! AXI4 interfaces of a design, by its manifest.

use std::rc::Rc;

use torusmith_design::Direction::{self, Input, Output};
use torusmith_design::{Manifest, Pipeline, Signal};
use torusmith_sim::axi4::Axi4Options as ModelOptions;
use torusmith_topology::Network;
use torusmith_topology::address_map::{self, AddressMap};

use super::layout::Layout;
use super::shape::Axi4Shape;

/// AXI4 interfaces of a design.
#[derive(Debug, Clone)]
pub struct Axi4Design {
    /// Widths and limits.
    pub shape: Axi4Shape,
    /// Managers, subordinates and ranges.
    pub map: AddressMap,
    /// W of the request network and of the response network.
    pub widths: [u32; 2],
}

impl Axi4Design {
    /// Those of a manifest; `file` reads another file of the folder.
    pub(crate) fn new(manifest: &Manifest, network: &Network, file: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let numbers = manifest.axi4.as_ref().ok_or("local_interface = axi4, and axi4 is missing")?;
        let name = manifest.map_file.as_deref().ok_or("local_interface = axi4, and map_file is missing")?;
        let text = file(name).ok_or_else(|| format!("map_file {name} is missing"))?;
        let map = address_map::parse(&text, name, network, numbers.addr_width).map_err(|e| e.to_string())?;
        let own_bits = manifest.own_bits.map_or(0, |bits| bits.high + 1 - bits.low);
        let most = if manifest.pipeline == Pipeline::One { 8 } else { 0 };
        if own_bits > most {
            return Err(format!("own_bits has {own_bits} bits; allowed with pipeline = {}: up to {most}", manifest.pipeline));
        }
        let shape = Axi4Shape {
            addr_width: numbers.addr_width,
            data_width: numbers.data_width,
            id_width: numbers.id_width,
            user_width: numbers.user_width,
            slots: [numbers.read_slots, numbers.write_slots],
            max_burst: numbers.max_burst,
            beats: [numbers.read_beats, numbers.write_beats],
            write_start: numbers.write_start,
            held: [numbers.reads_held, numbers.writes_held],
            id_order: numbers.id_order,
            exclusive: numbers.exclusive == 1,
            own_bits,
        };
        let widths = shape.flit_widths(network.address_bits(), network.route_bits());
        if widths != [numbers.request_width, numbers.response_width] {
            let [request, response] = widths;
            return Err(format!(
                "REQUEST_WIDTH = {}, RESPONSE_WIDTH = {}; rule P2 says {request} and {response}",
                numbers.request_width, numbers.response_width
            ));
        }
        Ok(Self { shape, map, widths })
    }

    /// As the model has them.
    pub(super) fn model(&self) -> ModelOptions {
        let Axi4Shape { slots, beats, held, .. } = self.shape;
        ModelOptions {
            address_width: self.shape.addr_width,
            data_width: self.shape.data_width,
            id_width: self.shape.id_width,
            user_width: self.shape.user_width,
            read_slots: slots[0] as usize,
            write_slots: slots[1] as usize,
            max_burst: self.shape.max_burst as usize,
            read_beats: beats[0] as usize,
            write_beats: beats[1] as usize,
            write_start: self.shape.write_start.map(|beats| beats as usize),
            reads_held: held[0] as usize,
            writes_held: held[1] as usize,
            id_order: self.shape.id_order,
            exclusive: self.shape.exclusive,
        }
    }

    /// The record of what a node's users drive.
    pub(crate) fn driven(&self) -> Layout {
        Layout::driven(&self.shape)
    }

    /// The record of what is shown at a node.
    pub(crate) fn shown(&self, network: &Network, vc_bits: u32) -> Layout {
        {
            let links = network.local_ports() as u32..network.ports() as u32;
            Layout::shown(&self.shape, network.address_bits(), vc_bits, self.widths, links)
        }
    }

    /// The ports that the top must have.
    pub(crate) fn ports(&self, network: &Network) -> Vec<Signal> {
        let mut all = vec![signal("clk", Input, 1), signal("rst", Input, 1), signal("clear_error", Input, 1)];
        let sides = [("s_axi", self.map.managers().len()), ("m_axi", self.map.subordinates().len())];
        let records = [(self.driven(), Input), (self.shown(network, 1), Output)];
        for (layout, direction) in &records {
            for field in layout.fields.iter().filter(|field| field.bits > 0) {
                let side = sides.iter().find(|(prefix, _)| field.name.starts_with(prefix));
                all.extend(side.map(|(_, count)| signal(&field.name, *direction, *count as u32 * field.bits)));
            }
        }
        all.push(signal("error", Output, 8 * network.terminals() as u32));
        all
    }

    pub(super) fn shared_map(&self) -> Rc<AddressMap> {
        Rc::new(self.map.clone())
    }
}

fn signal(name: &str, direction: Direction, width: u32) -> Signal {
    Signal::new(name, direction, width)
}
