//! Which output VC a head takes of those that it may have, in Icarus.

use std::fs;
use std::process::Command;

use torusmith_topology::Network;

use crate::tools::{made, run, tool, written};

/// Of a candidate of several classes a head takes the lowest VC that is free, whatever is free elsewhere. The first number is of VCs, the other one of
/// classes.
#[test]
fn the_lowest_vc_of_several_classes() {
    let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    let broken = Some(("{~(|lower_free), lowest_free}", "{1'b1, lowest_free}"));
    for (network, options, vcs, classes, pipeline, defect) in [
        ("ttn:2,2,1", "vcs=2", 2, 2, 2, None),
        ("ttn:2,2,1", "vcs=2", 2, 2, 3, None),
        ("ttn:2,2,1", "vcs=3", 3, 2, 2, None),
        ("ttn:2,2,1", "vcs=5", 5, 2, 2, None),
        ("sttn:2,3,0", "vcs=3 vc-rule=balanced", 3, 3, 2, None),
        ("sttn:2,3,0", "vcs=3 vc-rule=balanced", 3, 3, 3, None),
        ("sttn:2,3,0", "vcs=4 vc-rule=balanced", 4, 3, 2, None),
        ("sttn:2,3,0", "vcs=3 vc-rule=balanced", 3, 3, 2, broken),
    ] {
        let design = made(network, &format!("{options} pipeline={pipeline}"));
        let folder = written(&design);
        fs::write(folder.path().join("bench.v"), include_str!("verilog/head_bench.v")).unwrap();
        let unit = design.top.replace("_router", "_input_unit");
        if let Some((from, to)) = defect {
            let text = design.file(&format!("rtl/{unit}.v")).unwrap();
            assert!(text.contains(from));
            fs::write(folder.path().join(format!("rtl/{unit}.v")), text.replace(from, to)).unwrap();
        }
        let ports = network.parse::<Network>().unwrap().ports() as u32;
        let mut compile = Command::new(&iverilog);
        compile.args(["-g2001", "-s", "head_bench", "-o", "bench", "-c", &format!("{}.f", design.top), "bench.v"]);
        compile.args([format!("-DUNIT={unit}"), format!("-DPORTS={ports}"), format!("-DVCS={vcs}"), format!("-DCLASSES={classes}")]);
        compile.arg(format!("-DVC_BITS={}", u32::ilog2(vcs - 1) + 1));
        if pipeline == 3 {
            compile.arg(format!("-DTHREE={ports}"));
        }
        run(&mut compile, folder.path());
        let said = run(Command::new("vvp").args(["-n", "bench"]), folder.path());
        let count = (ports * ((1 << classes) - 1)) << (vcs + 1);
        assert_eq!(said.trim() == format!("PASS {count}"), defect.is_none(), "{network} {options} pipeline={pipeline}: {said}");
    }
}
