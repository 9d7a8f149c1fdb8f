#!/usr/bin/env python3
"""Latency over offered load of some networks: a table, and with matplotlib a figure.

    python3 examples/python/latency.py torus:8,8 mesh:8,8 --plot latency.svg

Needs the package `torusmith` (PYTHONPATH=python) and the program of that name, on PATH or in TORUSMITH."""
import argparse
import sys

import torusmith

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("networks", nargs="+", metavar="NETWORK")
parser.add_argument("--cycles", type=int, default=20000, help="clocks of a run (20000)")
parser.add_argument("--points", type=int, default=12, help="loads up to the bound of the links (12)")
parser.add_argument("--plot", metavar="FILE", help="draw the figure (needs matplotlib)")
args = parser.parse_args()
curves = {}
try:
    for network in args.networks:
        if not torusmith.deadlock(network):
            sys.exit(f"latency: {network}: its channel dependency graph has a cycle")
        bound = min(torusmith.topology(network, loads=True).patterns[0].bound, 1)
        rates = [bound * (k + 1) / args.points for k in range(args.points)]
        curves[network] = torusmith.simulate(network, rate=rates, cycles=args.cycles).points
except torusmith.Error as error:
    sys.exit(f"latency: {error}")

print(f"{'network':<12}{'offered':>9}{'accepted':>10}{'mean':>8}{'p99':>6}")
for network, points in curves.items():
    for point in points:
        print(f"{network:<12}{point.rate:>9.4f}{point.accepted:>10.4f}{point.total_latency_mean:>8.1f}{point.total_latency_p99:>6}")

if args.plot:
    try:
        import matplotlib
    except ImportError:
        sys.exit("latency: --plot needs matplotlib: pip install matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots()
    for network, points in curves.items():
        axes.plot([point.rate for point in points], [point.total_latency_mean for point in points], marker="o", label=network)
    axes.set(xlabel="offered load (flits a node and clock)", ylabel="latency (clocks)", ylim=(0, 300))
    axes.legend()
    figure.savefig(args.plot)
