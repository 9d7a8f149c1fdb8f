//! Instances that cannot change are not evaluated, and nobody can tell.

use torusmith_testbench::RunOptions;

use crate::support::{Folder, Setting, options, run, small};

fn skipping(options: &Setting, skip_idle: bool) -> Setting {
    Setting { run: RunOptions { skip_idle, ..options.run.clone() }, ..options.clone() }
}

#[test]
fn with_and_without_agree_with_the_model_in_every_clock() {
    let Some(bench) = small() else { return };
    for (rate, cycles) in [(0.0, 500), (0.01, 3000), (0.2, 2000), (1.0, 1000)] {
        let all = options(rate, cycles);
        let reports = [true, false].map(|skip| run(bench, &skipping(&all, skip)));
        assert!(reports[0].good(), "{:?}", reports[0]);
        assert_eq!(reports[0], reports[1]);
        let [some, every] = [true, false].map(|skip| bench.step(&all.plain, &skipping(&all, skip).run).unwrap());
        assert_eq!((some.cycles, some.packets_delivered), (every.cycles, every.packets_delivered));
        assert_eq!(every.evaluations, every.cycles * 16);
        match rate {
            0.0 => assert!(some.evaluations <= 16 * 8, "{some:?}"),
            _ => assert!(some.evaluations < every.evaluations, "{some:?}"),
        }
    }
}

/// A register that nobody outside sees counts the clocks and strikes at last: a router without traffic is not idle.
#[test]
fn a_hidden_counter_keeps_its_router_awake() {
    let folder = Folder::small()
        .tap("error", 3, "error_ | {3{bomb == 10'd700}}")
        .with_verilog("reg [9:0] bomb; always @(posedge clk) bomb <= rst ? 10'd0 : bomb + 10'd1;");
    let Some(bench) = folder.open() else { return };
    let reports = [true, false].map(|skip| run(&bench, &skipping(&options(0.002, 2000), skip)));
    assert_eq!(reports[0], reports[1]);
    let first = reports[0].first_divergence.as_ref().expect("the bomb");
    assert_eq!((first.clock, &first.signal[..], &first.found[..]), (700, "error", "111"));
    assert_eq!(reports[0].mismatches, 16, "all routers, each at one port");
}

/// Nodes that show nothing are passed over in one look. Without traffic, at clock 300, nodes 0 to 4 show a flit, each at another port, and nodes 5 to 9 a
/// credit.
#[test]
fn a_flit_or_a_credit_out_of_nothing_is_seen_at_every_port() {
    let strikes = |from: usize| {
        let to = from + 4;
        format!("({{5{{age == 10'd300 && here >= 4'd{from} && here <= 4'd{to}}}}} & (5'd1 << (here - 4'd{from})))")
    };
    let folder = Folder::small()
        .tap("out_valid", 5, &format!("out_valid_ | {}", strikes(0)))
        .with_verilog("reg [9:0] age; always @(posedge clk) age <= rst ? 10'd0 : age + 10'd1;")
        .with_verilog(&format!("wire [4:0] credit_; assign in_credit_valid = credit_ | {};", strikes(5)));
    let path = folder.file("_router.v");
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("in_credit_valid[i]").count(), 1);
    std::fs::write(&path, text.replace("in_credit_valid[i]", "credit_[i]")).unwrap();
    let Some(bench) = folder.open() else { return };
    let report = run(&bench, &options(0.0, 500));
    let first = report.first_divergence.as_ref().expect("a difference");
    assert_eq!((first.clock, report.mismatches), (300, 10), "{report:?}");
    let others = first.others.iter().map(|other| (other.node, &other.port_name[..], &other.signal[..]));
    let told: Vec<_> = [(first.node, &first.port_name[..], &first.signal[..])].into_iter().chain(others).collect();
    let ports = ["local", "x+", "x-", "y+", "y-"];
    let expected: Vec<_> = (0..9).map(|k| (k as u32, ports[k % 5], ["out_valid", "in_credit_valid"][k / 5])).collect();
    assert_eq!(told, expected, "eight others are told");
}
