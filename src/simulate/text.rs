//! Text of `simulate`.

use torusmith_design::Order;
use torusmith_papers::figures::Figures;
use torusmith_topology::significant;

use super::SimulationFigures;
use crate::latencies::{self, number, plain, with_interval};
use crate::output;

/// Pattern and rate.
pub fn title(point: &Figures) -> String {
    point.rate.map_or(point.pattern.clone(), |rate| format!("{} at {rate}", point.pattern))
}

fn percent(share: Option<f64>) -> String {
    plain(share.map(|share| format!("{} %", significant(100.0 * share))))
}

/// The text of `simulate`.
pub fn human(report: &SimulationFigures) -> String {
    let header = [
        &["pattern", "rate", "offered", "accepted", "of bound"],
        &latencies::COLUMNS[..],
        &["hops", "overtaken", "queued", "busiest link", "its load"],
    ]
    .concat();
    let rows = report.points.iter().map(|p| {
        let loads = [
            p.pattern.clone(),
            plain(p.rate),
            number(p.offered),
            with_interval(p.accepted, p.accepted_half_width),
            percent(p.share_of_bound),
        ];
        let others = [
            number(p.hops_mean),
            percent(p.overtaken_share),
            p.packets_queued.to_string(),
            plain(p.busiest_link.as_ref()),
            number(p.link_use_max),
        ];
        loads.into_iter().chain(latencies::cells(&p.latencies)).chain(others).collect()
    });
    let links = match report.link_slices.as_deref() {
        None => String::new(),
        // By flags none, so they are the network file's.
        Some("0") => ", link slices of the file".to_owned(),
        Some(list) => format!(", link slices {list}"),
    };
    let mut text = format!(
        "{}: {} nodes, routing {}, VC rule {}, ties {}{}{}; {} clocks, {}; loads in flits a node and clock, latencies in clocks, ± half the 95 % confidence interval\n",
        report.network,
        report.nodes,
        report.routing,
        report.vc_rule,
        report.ties,
        if report.order == Order::None.name() { String::new() } else { format!(", order {}", report.order) },
        links,
        report.cycles.map_or("all".into(), |cycles| cycles.to_string()),
        report.warmup.map_or("the warm-up looked for".into(), |clocks| format!("the first {clocks} not counted"))
    );
    text += &output::table(&header, rows);
    if report.message_classes > 1 {
        text += &class_listing(report);
    }
    for (point, limit) in report.points.iter().filter_map(|point| Some((point, limiting(point)?))) {
        text += &format!(
            "{}: the sources are the limit: a local input takes {} flits a node and clock of such packets at most; more VCs or deeper buffers raise it\n",
            title(point),
            significant(limit)
        );
    }
    for point in report.points.iter().filter(|point| point.dead.is_none()) {
        text += &match (point.steady, report.warmup) {
            (Some(false), _) => format!(
                "{}: NOT STEADY in {} clocks: the second half is measured, and latencies depend on the length of the run\n",
                title(point),
                point.warmup + point.measured_clocks
            ),
            (Some(true), _) => format!("{}: steady after {} clocks, {} measured\n", title(point), point.warmup, point.measured_clocks),
            (None, _) => continue,
        };
    }
    for point in report.points.iter().filter(|point| point.packets_to_own_node > 0) {
        text += &output::own_packets(&title(point), point.packets_to_own_node);
    }
    for point in &report.points {
        let Some(dead) = &point.dead else { continue };
        text += &format!("{}: DEAD with {} packets in the network, nothing moved since clock {}\n", title(point), dead.packets, dead.since);
        dead.waiting.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    for (point, histograms) in report.points.iter().filter_map(|point| Some((point, point.histograms.as_ref()?))) {
        text += &latencies::text(&title(point), histograms);
    }
    report.points.iter().for_each(|point| text += &link_listing(point));
    text
}

/// The sources' limit, if it is what holds the accepted load down: not all is accepted that is offered, and a tenth is left at most.
fn limiting(point: &Figures) -> Option<f64> {
    let (offered, accepted) = point.offered.zip(point.accepted)?;
    let limit = point.source_limit?;
    (accepted < 0.95 * offered && accepted > 0.9 * limit && point.bound.is_none_or(|bound| limit < bound)).then_some(limit)
}

/// A row for each point and message class.
fn class_listing(report: &SimulationFigures) -> String {
    let header = [&["pattern", "rate", "class", "offered", "accepted"], &latencies::COLUMNS[..]].concat();
    let rows = report.points.iter().flat_map(|point| {
        point.classes.iter().map(|class| {
            let loads = [
                point.pattern.clone(),
                plain(point.rate),
                class.class.to_string(),
                number(class.offered),
                with_interval(class.accepted, class.accepted_half_width),
            ];
            loads.into_iter().chain(latencies::cells(&class.latencies)).collect()
        })
    });
    format!("\nBy message class:\n{}", output::table(&header, rows))
}

fn link_listing(point: &Figures) -> String {
    let Some(links) = &point.links else { return String::new() };
    let rows = links.iter().map(|l| vec![l.address.clone(), l.port.clone(), significant(l.flits)]);
    format!("\n{}, flits a clock on each link:\n{}", title(point), output::table(&["node", "port", "load"], rows))
}
