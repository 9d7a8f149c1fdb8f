"""A function for each command. Do not edit: `TORUSMITH_WRITE_DOCS=1 cargo test --lib flags` writes this file."""

from ._call import Result, Value, run

__all__ = [
    "generate", "cosim", "simulate", "study", "sweep", "explore", "route", "multicast", "report", "topology", "faults", "import_",
    "deadlock", "area", "asic", "energy", "fpga", "prove", "mutate", "doctor",
]


def generate(
    network: Value = None, *, ack_ways: Value = None, address_width: Value = None, allow_unreachable: bool = False,
    buffer_depth: Value = None, burst: Value = None, class_use: Value = None, clock_fifo: Value = None, clocks: Value = None,
    config: Value = None, counters: bool = False, cycles: Value = None, data_width: Value = None, effort: Value = None,
    exclusive: Value = None, flit_width: Value = None, for_: Value = None, force: bool = False, hot_spot_nodes: Value = None,
    hot_spot_percent: Value = None, id_order: Value = None, id_width: Value = None, interface: Value = None, link_slices: Value = None,
    links: Value = None, map: Value = None, max_burst: Value = None, message_classes: Value = None, name: Value = None,
    order: Value = None, out: Value = None, outstanding: Value = None, packet_flits: Value = None, pipeline: Value = None,
    preset: Value = None, quiet: bool = False, rate: Value = None, read_beats: Value = None, read_slots: Value = None,
    reads_held: Value = None, reply_clocks: Value = None, reply_flits: Value = None, reset_tree: bool = False, router: Value = None,
    routing: Value = None, scope: Value = None, seed: Value = None, spare_class: bool = False, stream_width: Value = None,
    sva: bool = False, target: Value = None, testbench: bool = False, testbench_node: Value = None, ties: Value = None,
    tkeep: bool = False, traffic: Value = None, user_width: Value = None, vc_reuse: Value = None, vc_rule: Value = None,
    vcs: Value = None, wide_ports: bool = False, without: Value = None, without_node: Value = None, write_beats: Value = None,
    write_slots: Value = None, write_start: Value = None, writes_held: Value = None,
) -> Result:
    """Write a router or a whole network as Verilog-2001. `torusmith generate --help` explains the flags."""
    return run("generate", ["network"], locals())


def cosim(
    network: Value = None, *, ack_ways: Value = None, address_width: Value = None, allow_unreachable: bool = False,
    answer_pause: Value = None, bit_maps: Value = None, buffer_depth: Value = None, burst: Value = None, class_use: Value = None,
    compare: Value = None, config: Value = None, coverage: Value = None, cycles: Value = None, data_width: Value = None,
    driver: Value = None, effort: Value = None, engine: Value = None, exclusive: Value = None, faults: Value = None,
    flit_width: Value = None, histogram: bool = False, histogram_plot: Value = None, holes: Value = None, hot_spot_nodes: Value = None,
    hot_spot_percent: Value = None, id_order: Value = None, id_width: Value = None, interface: Value = None, junit: Value = None,
    latency: Value = None, link_slices: Value = None, links: Value = None, map: Value = None, max_burst: Value = None,
    message_classes: Value = None, multicast_share: Value = None, netlist: Value = None, no_skip: bool = False, order: Value = None,
    outstanding: Value = None, packet_flits: Value = None, packets: Value = None, pipeline: Value = None, preset: Value = None,
    quiet: bool = False, rank_weights: Value = None, rate: Value = None, read_beats: Value = None, read_slots: Value = None,
    reads: Value = None, reads_held: Value = None, ready_pause: Value = None, replay: Value = None, reply_clocks: Value = None,
    reply_flits: Value = None, reset_skew: Value = None, resets: Value = None, router: Value = None, routing: Value = None,
    rtl: Value = None, scope: Value = None, seed: Value = None, spare_class: bool = False, stream_width: Value = None, sva: bool = False,
    take_pause: Value = None, target: Value = None, threads: Value = None, ties: Value = None, timeout: Value = None,
    tkeep: bool = False, too_long: Value = None, trace: Value = None, traffic: Value = None, user_width: Value = None,
    valid_pause: Value = None, vc_reuse: Value = None, vc_rule: Value = None, vcs: Value = None, wave: Value = None,
    without: Value = None, without_node: Value = None, write_beats: Value = None, write_slots: Value = None, write_start: Value = None,
    writes_held: Value = None, wrong_destination: Value = None,
) -> Result:
    """Compare Verilog and model in lock step: every router, every port, every clock. `torusmith cosim --help` explains the flags."""
    return run("cosim", ["network"], locals())


def simulate(
    network: Value = None, *, allow_unreachable: bool = False, buffer_depth: Value = None, burst: Value = None, class_use: Value = None,
    config: Value = None, cycles: Value = None, effort: Value = None, engine: Value = None, flit_width: Value = None,
    heatmap: Value = None, histogram: bool = False, histogram_plot: Value = None, hot_spot_nodes: Value = None,
    hot_spot_percent: Value = None, link_slices: Value = None, link_use: bool = False, links: Value = None,
    message_classes: Value = None, order: Value = None, outstanding: Value = None, packet_flits: Value = None, packets: Value = None,
    pipeline: Value = None, plot: Value = None, quiet: bool = False, rate: Value = None, reply_clocks: Value = None,
    reply_flits: Value = None, routing: Value = None, seed: Value = None, spare_class: bool = False, threads: Value = None,
    ties: Value = None, traffic: Value = None, vc_reuse: Value = None, vc_rule: Value = None, vcs: Value = None, warmup: Value = None,
    without: Value = None, without_node: Value = None,
) -> Result:
    """Simulate the model: throughput, latency and hops of traffic patterns. `torusmith simulate --help` explains the flags."""
    return run("simulate", ["network"], locals())


def study(
    study: Value = None, *, buffer_depth: Value = None, cache: Value = None, config: Value = None, cycles: Value = None,
    engine: Value = None, out: Value = None, plan: Value = None, quick: bool = False, quiet: bool = False, route_set: Value = None,
    seed_count: Value = None, threads: Value = None, ties: Value = None,
) -> Result:
    """Reproduce tables and figures of a paper on the model. `torusmith study --help` explains the flags."""
    return run("study", ["study"], locals())


def sweep(
    plan: Value = None, *, config: Value = None, merge: bool = False, out: Value = None, partial: bool = False, quiet: bool = False,
    shard: Value = None, slurm: bool = False, status: bool = False, submit: bool = False, threads: Value = None, wait: bool = False,
) -> Result:
    """Run a plan of simulations or lock steps, on one machine or many. `torusmith sweep --help` explains the flags."""
    return run("sweep", ["plan"], locals())


def explore(
    plan: Value = None, *, config: Value = None, out: Value = None, quiet: bool = False, threads: Value = None,
) -> Result:
    """Find the designs that no other one beats: throughput, latency, gates, wires, clock. `torusmith explore --help` explains the flags."""
    return run("explore", ["plan"], locals())


def route(
    network: Value = None, from_: Value = None, to: Value = None, *, all: bool = False, allow_unreachable: bool = False,
    class_use: Value = None, config: Value = None, effort: Value = None, links: Value = None, message_classes: Value = None,
    quiet: bool = False, routing: Value = None, spare_class: bool = False, ties: Value = None, vc_rule: Value = None, vcs: Value = None,
    without: Value = None, without_node: Value = None,
) -> Result:
    """Print the path of a packet: router, output port and VC of every hop. `torusmith route --help` explains the flags."""
    return run("route", ["network", "from_", "to"], locals())


def multicast(
    network: Value = None, *, allow_unreachable: bool = False, bit_maps: Value = None, config: Value = None, from_: Value = None,
    links: Value = None, quiet: bool = False, root_rank: Value = None, without: Value = None, without_node: Value = None,
) -> Result:
    """Print the tree of a multicast: every copy with port, VC, stage and phase. `torusmith multicast --help` explains the flags."""
    return run("multicast", ["network"], locals())


def report(
    network: Value = None, *, allow_unreachable: bool = False, area: bool = False, buffer_depth: Value = None, class_use: Value = None,
    config: Value = None, cycles: Value = None, effort: Value = None, flit_width: Value = None, fpga: bool = False,
    link_slices: Value = None, links: Value = None, map: Value = None, message_classes: Value = None, mutate: Value = None,
    order: Value = None, out: Value = None, pipeline: Value = None, prove: bool = False, quiet: bool = False, routing: Value = None,
    seed: Value = None, spare_class: bool = False, target: Value = None, ties: Value = None, traffic: Value = None,
    vc_reuse: Value = None, vc_rule: Value = None, vcs: Value = None, without: Value = None, without_node: Value = None,
) -> Result:
    """Write one HTML page: network, routes, deadlock, latency, throughput and loads. `torusmith report --help` explains the flags."""
    return run("report", ["network"], locals())


def topology(
    network: Value = None, *, allow_unreachable: bool = False, class_use: Value = None, config: Value = None, effort: Value = None,
    hot_spot_nodes: Value = None, links: Value = None, loads: bool = False, quiet: bool = False, routing: Value = None,
    spare_class: bool = False, ties: Value = None, traffic: Value = None, vc_rule: Value = None, with_routes: Value = None,
    without: Value = None, without_node: Value = None,
) -> Result:
    """Print nodes, links, distances, bisection and wiring of a network, or export it. `torusmith topology --help` explains the flags."""
    return run("topology", ["network"], locals())


def faults(
    network: Value = None, *, allow_unreachable: bool = False, certificate: Value = None, class_use: Value = None, config: Value = None,
    cycles: Value = None, dead_links: Value = None, dead_nodes: Value = None, effort: Value = None, links: Value = None,
    plot: Value = None, quiet: bool = False, rate: Value = None, routing: Value = None, samples: Value = None, seed: Value = None,
    spare_class: bool = False, ties: Value = None, vc_rule: Value = None, without: Value = None, without_node: Value = None,
    worst: bool = False,
) -> Result:
    """Take links or nodes out of a network, every set of them or samples, and report what is left and what the new paths cost. `torusmith faults --help` explains the flags."""
    return run("faults", ["network"], locals())


def import_(
    file: Value = None, *, config: Value = None, from_: Value = None, map_out: Value = None, merge_parallel: bool = False,
    name: Value = None, out: Value = None, quiet: bool = False, route_file: Value = None, strict: bool = False,
) -> Result:
    """Convert a network from a file of another program to a network file. `torusmith import --help` explains the flags."""
    return run("import", ["file"], locals())


def deadlock(
    network: Value = None, *, allow_unreachable: bool = False, certificate: Value = None, class_use: Value = None, config: Value = None,
    effort: Value = None, endpoints: Value = None, junit: Value = None, links: Value = None, map: Value = None,
    message_classes: Value = None, out: Value = None, plot: Value = None, quiet: bool = False, router: Value = None,
    routing: Value = None, spare_class: bool = False, ties: Value = None, vc_rule: Value = None, vcs: Value = None,
    without: Value = None, without_node: Value = None, write_start: Value = None,
) -> Result:
    """Check for deadlock: the channel dependency graph, and its shortest cycle. `torusmith deadlock --help` explains the flags."""
    return run("deadlock", ["network"], locals())


def area(
    network: Value = None, *, ack_ways: Value = None, address_width: Value = None, allow_unreachable: bool = False,
    buffer_depth: Value = None, cache: Value = None, class_use: Value = None, clock_fifo: Value = None, clocks: Value = None,
    compare: Value = None, config: Value = None, counters: bool = False, data_width: Value = None, effort: Value = None,
    exclusive: Value = None, flit_width: Value = None, id_order: Value = None, id_width: Value = None, interface: Value = None,
    link_slices: Value = None, links: Value = None, map: Value = None, max_burst: Value = None, message_classes: Value = None,
    no_cache: bool = False, node: Value = None, order: Value = None, pipeline: Value = None, preset: Value = None, quiet: bool = False,
    read_beats: Value = None, read_slots: Value = None, reads_held: Value = None, router: Value = None, routing: Value = None,
    scope: Value = None, spare_class: bool = False, stream_width: Value = None, target: Value = None, ties: Value = None,
    tkeep: bool = False, user_width: Value = None, vc_reuse: Value = None, vc_rule: Value = None, vcs: Value = None,
    without: Value = None, without_node: Value = None, write_beats: Value = None, write_slots: Value = None, write_start: Value = None,
    writes_held: Value = None,
) -> Result:
    """Count the gates of a router, block by block, with yosys. `torusmith area --help` explains the flags."""
    return run("area", ["network"], locals())


def asic(
    network: Value = None, *, ack_ways: Value = None, allow_unreachable: bool = False, buffer_depth: Value = None, cache: Value = None,
    check: Value = None, class_use: Value = None, clock_slew: Value = None, config: Value = None, effort: Value = None,
    flit_width: Value = None, liberty: Value = None, library: Value = None, link_mm: Value = None, link_slices: Value = None,
    links: Value = None, message_classes: Value = None, netlist_out: Value = None, no_cache: bool = False, node: Value = None,
    order: Value = None, pipeline: Value = None, preset: Value = None, quiet: bool = False, router: Value = None, routing: Value = None,
    scope: Value = None, spare_class: bool = False, target: Value = None, ties: Value = None, vc_reuse: Value = None,
    vc_rule: Value = None, vcs: Value = None, wire_pf_per_mm: Value = None, without: Value = None, without_node: Value = None,
) -> Result:
    """Measure area and clock of a router in standard cells, block by block, with any Liberty file. `torusmith asic --help` explains the flags."""
    return run("asic", ["network"], locals())


def energy(
    network: Value = None, *, ack_ways: Value = None, allow_unreachable: bool = False, buffer_depth: Value = None, burst: Value = None,
    cache: Value = None, class_use: Value = None, clock_slew: Value = None, config: Value = None, cycles: Value = None,
    effort: Value = None, flit_width: Value = None, hot_spot_nodes: Value = None, hot_spot_percent: Value = None, liberty: Value = None,
    library: Value = None, link_mm: Value = None, link_slices: Value = None, links: Value = None, message_classes: Value = None,
    netlist_out: Value = None, no_cache: bool = False, order: Value = None, outstanding: Value = None, packet_flits: Value = None,
    period: Value = None, pipeline: Value = None, preset: Value = None, quiet: bool = False, rate: Value = None,
    reply_clocks: Value = None, reply_flits: Value = None, router: Value = None, routing: Value = None, scope: Value = None,
    seed: Value = None, spare_class: bool = False, target: Value = None, ties: Value = None, traffic: Value = None,
    vc_reuse: Value = None, vc_rule: Value = None, vcs: Value = None, warmup: Value = None, wire_pf_per_mm: Value = None,
    without: Value = None, without_node: Value = None,
) -> Result:
    """Measure power and energy of a router in standard cells, under traffic of the model. `torusmith energy --help` explains the flags."""
    return run("energy", ["network"], locals())


def fpga(
    network: Value = None, *, ack_ways: Value = None, address_width: Value = None, allow_unreachable: bool = False,
    buffer_depth: Value = None, cache: Value = None, class_use: Value = None, clock_fifo: Value = None, clocks: Value = None,
    config: Value = None, counters: bool = False, data_width: Value = None, device: Value = None, effort: Value = None,
    exclusive: Value = None, flit_width: Value = None, id_order: Value = None, id_width: Value = None, interface: Value = None,
    link_slices: Value = None, links: Value = None, map: Value = None, max_burst: Value = None, message_classes: Value = None,
    no_cache: bool = False, node: Value = None, order: Value = None, pipeline: Value = None, preset: Value = None, quiet: bool = False,
    read_beats: Value = None, read_slots: Value = None, reads_held: Value = None, router: Value = None, routing: Value = None,
    scope: Value = None, seed: Value = None, spare_class: bool = False, stream_width: Value = None, target: Value = None,
    ties: Value = None, tkeep: bool = False, user_width: Value = None, vc_reuse: Value = None, vc_rule: Value = None, vcs: Value = None,
    without: Value = None, without_node: Value = None, write_beats: Value = None, write_slots: Value = None, write_start: Value = None,
    writes_held: Value = None,
) -> Result:
    """Measure LUTs, flip-flops, clock and critical path of a router in an FPGA. `torusmith fpga --help` explains the flags."""
    return run("fpga", ["network"], locals())


def prove(
    network: Value = None, *, ack_ways: Value = None, allow_unreachable: bool = False, buffer_depth: Value = None, cache: Value = None,
    certificate: Value = None, class_use: Value = None, config: Value = None, counterexample: Value = None, effort: Value = None,
    flit_width: Value = None, interface_rules: bool = False, junit: Value = None, link_slices: Value = None, links: Value = None,
    message_classes: Value = None, no_cache: bool = False, order: Value = None, pipeline: Value = None, preset: Value = None,
    quiet: bool = False, router: Value = None, routing: Value = None, rtl: Value = None, scope: Value = None, spare_class: bool = False,
    target: Value = None, ties: Value = None, timeout: Value = None, vc_reuse: Value = None, vc_rule: Value = None, vcs: Value = None,
    without: Value = None, without_node: Value = None,
) -> Result:
    """Prove that a router keeps its contract (docs/router.md) for all legal inputs. `torusmith prove --help` explains the flags."""
    return run("prove", ["network"], locals())


def mutate(
    network: Value = None, *, ack_ways: Value = None, address_width: Value = None, allow_unreachable: bool = False,
    answer_pause: Value = None, bit_maps: Value = None, buffer_depth: Value = None, burst: Value = None, class_use: Value = None,
    config: Value = None, count: Value = None, cycles: Value = None, data_width: Value = None, driver: Value = None,
    effort: Value = None, engine: Value = None, exclusive: Value = None, faults: Value = None, flit_width: Value = None,
    holes: Value = None, hot_spot_nodes: Value = None, hot_spot_percent: Value = None, id_order: Value = None, id_width: Value = None,
    interface: Value = None, junit: Value = None, latency: Value = None, link_slices: Value = None, links: Value = None,
    map: Value = None, max_burst: Value = None, message_classes: Value = None, multicast_share: Value = None, no_proof: bool = False,
    only: Value = None, order: Value = None, outstanding: Value = None, packet_flits: Value = None, pipeline: Value = None,
    preset: Value = None, quiet: bool = False, rank_weights: Value = None, rate: Value = None, read_beats: Value = None,
    read_slots: Value = None, reads: Value = None, reads_held: Value = None, ready_pause: Value = None, reply_clocks: Value = None,
    reply_flits: Value = None, reset_skew: Value = None, resets: Value = None, router: Value = None, routing: Value = None,
    rtl: Value = None, scope: Value = None, seed: Value = None, spare_class: bool = False, stream_width: Value = None, sva: bool = False,
    take_pause: Value = None, target: Value = None, threads: Value = None, ties: Value = None, timeout: Value = None,
    tkeep: bool = False, too_long: Value = None, traffic: Value = None, user_width: Value = None, valid_pause: Value = None,
    vc_reuse: Value = None, vc_rule: Value = None, vcs: Value = None, without: Value = None, without_node: Value = None,
    write_beats: Value = None, write_slots: Value = None, write_start: Value = None, writes_held: Value = None,
    wrong_destination: Value = None,
) -> Result:
    """Count the mutants of a router that the lock step finds. `torusmith mutate --help` explains the flags."""
    return run("mutate", ["network"], locals())


def doctor(
    *, config: Value = None, designs: Value = None, quiet: bool = False,
) -> Result:
    """List the tools found, their versions, and how to install missing ones. `torusmith doctor --help` explains the flags."""
    return run("doctor", [], locals())
