//! A study as a plan: its parts, and the file.

use std::path::Path;

use anyhow::bail;
use torusmith_papers::options::{Options, Routes};
use torusmith_papers::parts::Part;
use torusmith_papers::{dynamic, htn_selection as htn, rdt};

use super::args::{Args, Study};
use crate::exit::Verdict;
use crate::shell::quoted_path;
use crate::values::not_allowed;
use crate::{output, outputs};

/// The parts of a study, each of which puts its points into the cache.
pub fn parts(args: &Args) -> anyhow::Result<Vec<Part>> {
    Ok(settled(args)?.1)
}

/// The settings of a study, those by default too, and its parts.
fn settled(args: &Args) -> anyhow::Result<(Options, Vec<Part>)> {
    let of_networks = |study| {
        let size = if args.quick { dynamic::Size::Quick } else { dynamic::Size::Full };
        let options = args.options(dynamic::DEFAULT, dynamic::check)?;
        Ok((options, dynamic::parts(study, &options, size)?))
    };
    match args.study {
        Study::HtnSelection => {
            let options = args.options(htn::DEFAULT, htn::check)?;
            Ok((options, htn::parts(&options)?))
        }
        Study::Rdt => {
            let size = if args.quick { rdt::Size::Quick } else { rdt::Size::Full };
            let options = args.options(rdt::DEFAULT, rdt::check)?;
            Ok((options, rdt::parts(&options, size)?))
        }
        Study::TtnDynamic => of_networks(dynamic::Study::Ttn),
        Study::SttnDynamic => of_networks(dynamic::Study::Sttn),
        Study::MtnDynamic => of_networks(dynamic::Study::Mtn),
        Study::TtnStatic | Study::SttnStatic | Study::MtnStatic => {
            bail!(not_allowed(
                "study",
                args.study.name(),
                "in a plan, studies that simulate: htn-selection, rdt, ttn-dynamic, sttn-dynamic, mtn-dynamic"
            ))
        }
    }
}

/// Writes the plan, with all settings.
pub fn write(args: &Args, file: &Path) -> anyhow::Result<Verdict> {
    let (options, parts) = settled(args)?;
    let Options { seeds, buffer_depth, cycles, ties, routes, engine } = options;
    let name = args.study.name();
    let mut text = format!(
        "# torusmith study {name}, in {} parts; --merge writes what the study writes (docs/sweeps.md)\n\
         command = \"study\"\nstudy = \"{name}\"\nseed-count = {seeds}\nbuffer-depth = {buffer_depth}\ncycles = {cycles}\nengine = \"{engine}\"\n",
        parts.len()
    );
    match routes {
        Routes::Chosen => text += "route-set = \"chosen\"\n",
        Routes::Papers if matches!(args.study, Study::Rdt) => {}
        Routes::Papers => text += &format!("ties = \"{ties}\"\n"),
    }
    if args.quick {
        text += "quick = true\n";
    }
    outputs::write("plan", file, &text)?;
    output::text(&format!("{} parts: torusmith sweep {} --out DIR\n", parts.len(), quoted_path(file)))?;
    Ok(Verdict::Good)
}
