//! A generated design, Verilated and loaded.

use std::path::Path;
use std::sync::{Arc, Mutex};

use torusmith_design::Scope;
use torusmith_topology::LinkSlices;

use crate::Error;
use crate::binding::{Library, Net, Wiring};
use crate::build::{Builder, Waves};
use crate::coverage::{Coverage, SharedCoverage};
use crate::manifest::Design;

/// A design, Verilated and loaded, ready to be run against a model.
pub struct Testbench {
    design: Design,
    builder: Builder,
    library: Arc<Library>,
    wiring: Wiring,
    /// Counts of what ran, if the design is built with them.
    coverage: Option<SharedCoverage>,
}

impl Testbench {
    /// Builds the design in a folder that `generate` wrote, or takes it from the cache.
    ///
    /// # Errors
    /// [`Error::Folder`], [`Error::Tool`], [`Error::Io`].
    pub fn open(dir: &Path, builder: &Builder) -> Result<Self, Error> {
        Self::of(Design::open(dir)?, builder)
    }

    /// Builds a design, or takes it from the cache.
    ///
    /// # Errors
    /// As [`Testbench::open`].
    pub fn of(design: Design, builder: &Builder) -> Result<Self, Error> {
        let library = Arc::new(builder.load(&design, Waves::None)?);
        let wiring = wiring(&design);
        let coverage = design.coverage.then(|| Arc::new(Mutex::new(Ok(Coverage::default()))));
        Ok(Self { design, builder: builder.clone(), library, wiring, coverage })
    }

    /// Test bench with registers on the links between routers (docs/router.md, L5), where these are the test bench's: a network has its own.
    pub fn with_link_slices(mut self, slices: LinkSlices) -> Self {
        self.design = self.design.with_link_slices(slices);
        self.wiring = wiring(&self.design);
        self
    }

    /// Test bench with a mutant selected: the number on the input `mutsel` of a design that has it, 0 for none.
    pub fn mutant(&self, number: u32) -> Self {
        let wiring = Wiring { mutant: number, ..self.wiring.clone() };
        Self {
            design: self.design.clone(),
            builder: self.builder.clone(),
            library: self.library.clone(),
            wiring,
            coverage: self.coverage.clone(),
        }
    }

    /// The design.
    pub fn design(&self) -> &Design {
        &self.design
    }

    pub(crate) fn builder(&self) -> &Builder {
        &self.builder
    }

    pub(crate) fn wiring(&self) -> &Wiring {
        &self.wiring
    }

    /// Instances of the design, out of reset.
    pub(crate) fn net(&self) -> Result<Net, Error> {
        let design = || Arc::new(self.design.clone());
        Ok(Net::new(&self.library, &self.wiring)?.counted(self.coverage.clone().map(|coverage| (coverage, design()))))
    }

    /// Takes the counts of what ran in all runs so far; none if the design was built without.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Stopped`] if the counts of a run could not be had.
    pub fn take_coverage(&self) -> Result<Coverage, Error> {
        let Some(coverage) = &self.coverage else { return Ok(Coverage::default()) };
        let mut all = coverage.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        std::mem::replace(&mut *all, Ok(Coverage::default()))
    }

    /// Routers of another library made from the design, stepped as one.
    pub(crate) fn net_as_one(&self, library: &Arc<Library>) -> Result<Net, Error> {
        Net::new(library, &Wiring { whole: true, ..self.wiring.clone() })
    }
}

fn wiring(design: &Design) -> Wiring {
    let (nodes, ports) = (design.places(), design.ports_compared());
    let mut wiring = Wiring {
        nodes,
        ports,
        whole: design.manifest.scope == Scope::Network,
        kind: design.kind(),
        terminals: design.terminals().into_iter().map(|terminal| terminal.map_or(-1, |terminal| terminal.0 as i32)).collect(),
        upstream: vec![-1; nodes * ports],
        downstream: vec![-1; nodes * ports],
        slices: Vec::new(),
        mutant: 0,
    };
    if design.manifest.scope == Scope::Router {
        let graph = design.graph();
        if graph.most_slices() > 0 {
            wiring.slices = vec![0; 2 * nodes * ports];
        }
        for (from, to) in graph.iter_links() {
            let index = |link: torusmith_topology::Link| link.node as usize * ports + link.port as usize;
            wiring.upstream[index(to)] = index(from) as i32;
            wiring.downstream[index(from)] = index(to) as i32;
            if let Some((upstream, downstream)) = wiring.slices.split_at_mut_checked(nodes * ports) {
                let count = graph.slices(from.node as usize, from.port as usize) as u8;
                (upstream[index(to)], downstream[index(from)]) = (count, count);
            }
        }
    }
    wiring
}
