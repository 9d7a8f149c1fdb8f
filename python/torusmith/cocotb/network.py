"""The loop over clocks, and the scoreboard."""

import csv
import math
import tempfile
from collections import defaultdict
from pathlib import Path

from cocotb import start_soon
from cocotb.triggers import ClockCycles, Event, FallingEdge

from .. import simulate
from .design import Design

SETTLED = 16  # clocks in which the last credits come back


class Mismatch(AssertionError):
    """The network did what it must not do. `findings` has (clock, message), the earliest first."""

    def __init__(self, findings):
        self.findings = sorted(findings, key=lambda finding: finding[0])
        shown = [f"clock {clock}: {text}" for clock, text in self.findings[:10]]
        more = [f"and {len(findings) - 10} more"] if len(findings) > 10 else []
        super().__init__("\n".join(shown + more))


class Packet:
    """A packet: what was sent, and the clocks in which it was created, was first on the source's local input, and was complete at its destination."""

    def __init__(self, source, destination, data, head, message_class, shown):
        self.source, self.destination, self.data, self.head, self.message_class = source, destination, data, head, message_class
        self.number = self.created = self.entered = self.arrived = None
        self.done, self.shown = Event(), shown  # set on arrival; the addresses

    def content(self):
        return self.head, self.data

    def __repr__(self):
        return f"packet {self.number} ({self.shown}, created in clock {self.created})"


class Network:
    """What both kinds of agents share: the loop over clocks, and the scoreboard.

    `dut` is the top `<top>`, `<top>_by_node`, or an instance of one of them. `ready(node, clock)` says whether the sink of a node takes flits
    or beats in a clock; by default all do. `on_arrival(packet)` is called when a packet is complete; it may send others."""

    INTERFACE, INPUTS, PORTS, UNTIMED = "", (), {}, None

    def __init__(self, dut, folder, clock=None, reset=None, ready=None, on_arrival=None):
        self.design = Design(folder, self.INTERFACE)
        self.dut, self.rst, self.clk = dut, dut.rst if reset is None else reset, dut.clk if clock is None else clock
        self.ready, self.on_arrival = ready, on_arrival
        self.vectors = hasattr(dut, self.INPUTS[0])
        self.driven = {}
        for extra in ("clear_error", "counter_address", "counter_clear"):
            if hasattr(dut, extra):
                getattr(dut, extra).value = 0
        self.findings = []
        self._restart()
        start_soon(self._run())

    def _restart(self):
        """The state in reset: packets that are on their way are lost."""
        self.clock = -1 - (self.design.manifest.get("reset_tree") or {}).get("clocks", 0)
        self.packets, self.waiting, self.errors, self.moved = [], [], "", 0
        self.outstanding = defaultdict(list)  # by (source, destination)
        self.inexact = self.UNTIMED  # why the model cannot say clocks
        for name in self.INPUTS:
            self.drive(name, {})

    async def reset(self, clocks=2):
        """Resets the network; `check()` before, or what was sent is forgotten."""
        self.rst.value = 1
        await ClockCycles(self.clk, clocks + 1)
        self.rst.value = 0

    async def _run(self):
        while True:
            await FallingEdge(self.clk)
            if str(self.rst.value) != "0":
                self._restart()
                continue
            self.clock += 1
            if self.clock >= 0:
                self._monitor()
                for packet in sorted(self.waiting, key=lambda packet: packet.source):  # N6
                    self._create(packet)
                self.waiting = []
                self._drive()

    # Signals

    def _handle(self, name, node):
        return getattr(self.dut, f"{self.design.labels[node]}_{name[len('local_'):] if name.startswith('local_') else name}")

    def sample(self, name):
        """The bits of a signal at each node, as text with the highest bit first."""
        if not self.vectors:
            return [str(self._handle(name, node).value) for node in range(self.design.nodes)]
        text = str(getattr(self.dut, name).value)
        width = len(text) // self.design.nodes
        return [text[len(text) - (node + 1) * width:len(text) - node * width] for node in range(self.design.nodes)]

    def drive(self, name, values):
        """Drives a signal of all nodes: `values` by node, 0 at the others."""
        if self.driven.get(name) == values:
            return
        self.driven[name] = dict(values)
        if not self.vectors:
            for node in range(self.design.nodes):
                self._handle(name, node).value = values.get(node, 0)
            return
        handle = getattr(self.dut, name)
        width = len(handle) // self.design.nodes
        handle.value = sum(value << node * width for node, value in values.items())

    def valid(self, name):
        """Nodes at which a signal of one bit is 1."""
        bits = self.sample(name)
        for node, bit in enumerate(bits):
            if bit not in "01":
                self.finding(f"{name} of node {self.design.addresses[node]} is {bit}")
        return [node for node, bit in enumerate(bits) if bit == "1"]

    # Scoreboard

    def finding(self, text, clock=None):
        self.findings.append((self.clock if clock is None else clock, text))

    def _packet(self, source, destination, data, head, message_class):
        source, destination = self.design.node(source), self.design.node(destination)
        if source == destination:
            raise ValueError(f"destination = {destination}; allowed: another node than the source")
        if message_class not in (None, *range(self.design.classes)):
            raise ValueError(f"message_class = {message_class}; allowed: 0 to {self.design.classes - 1}")
        shown = f"from {self.design.addresses[source]} to {self.design.addresses[destination]}"
        self.waiting.append(Packet(source, destination, data, head, message_class, shown))
        return self.waiting[-1]

    def _create(self, packet):
        packet.number, packet.created, self.moved = len(self.packets), self.clock, self.clock
        usual = packet.number % self.design.classes  # N1
        packet.message_class = usual if packet.message_class is None else packet.message_class
        if packet.message_class != usual:
            self.inexact = self.inexact or f"{packet} is of message class {packet.message_class}, not {usual} (docs/router.md, N1)"
        self.packets.append(packet)
        self.outstanding[packet.source, packet.destination].append(packet)
        self._queue(packet)

    def _arrive(self, node, source, port, content, message_class=None):
        """A packet is complete at a node, in this clock."""
        self.moved = self.clock
        there = self.outstanding[source, node]
        alike = [packet for packet in there if message_class in (None, packet.message_class)]
        if not alike:
            self.finding(f"{port}: a packet from node number {source} that was not sent, or has come already")
            return
        found = next((packet for packet in alike if packet.content() == content), None)
        if found and found is not alike[0] and self.design.in_order:
            self.finding(f"{port}: {found} is before {alike[0]}, which was sent earlier")
        if not found:
            found = next((packet for packet in alike if len(packet.data) == len(content[1])), alike[0])
            self.finding(f"{port}: {found} is not intact: {self._difference(found.content(), content)}")
        there.remove(found)
        found.arrived = self.clock
        found.done.set()
        if self.on_arrival:
            self.on_arrival(found)

    def _difference(self, sent, came):
        if sent[0] != came[0]:
            return f"head {came[0]:#x}, sent {sent[0]:#x}"
        if len(sent[1]) != len(came[1]):
            return f"data of length {len(came[1])}, sent {len(sent[1])}"
        k = next(k for k, (a, b) in enumerate(zip(sent[1], came[1])) if a != b)
        return f"data {k} is {came[1][k]:#x}, sent {sent[1][k]:#x}"

    def _errors(self):
        bits = "".join(self.sample("error"))
        if bits != self.errors:
            width = len(bits) // self.design.nodes
            for node in range(self.design.nodes):
                now = bits[node * width:][:width]
                if "1" in now and now != self.errors[node * width:][:width]:
                    self.finding(f"error of node {self.design.addresses[node]} is {now} (docs/router.md, E1)")
        self.errors = bits

    async def check(self, exact=None, patience=1000):
        """Waits until all packets have arrived, or for `patience` clocks without a flit; raises `Mismatch` unless all is as it must be.

        With `exact` packets must enter and arrive in the clocks that the golden model says. The default is true where the model can say them."""
        if exact and self.inexact:
            raise ValueError(f"exact = True; allowed: False, as {self.inexact}")
        while self.waiting or any(self.outstanding.values()):
            await FallingEdge(self.clk)
            if self.clock > self.moved + patience and not self.waiting:
                break
        if not any(self.outstanding.values()):
            await ClockCycles(self.clk, SETTLED)
            self._check_rest()
        exact = not self.inexact if exact is None else exact
        how = "clock by clock" if exact else f"by packets alone{f': {self.inexact}' * bool(self.inexact)}"
        self.dut._log.info("%d packets are compared %s", len(self.packets), how)
        if exact:
            self._compare(self.expected() if self.packets else {})
        else:
            for packet in (packet for packets in self.outstanding.values() for packet in packets):
                self._differ(packet, "out", None, None)
        if self.findings:
            raise Mismatch(self.findings)

    def expected(self):
        """What the golden model says of the packets so far, by number: its list of packets (docs/cli.md, simulate --packets)."""
        with tempfile.TemporaryDirectory() as folder:
            trace, listed = Path(folder, "trace.csv"), Path(folder, "packets.csv")
            lines = [f"{p.created},@{p.source},@{p.destination},{1 + len(p.data)}\n" for p in self.packets]
            trace.write_text("clock,from,to,flits\n" + "".join(lines))
            network, flags = self.design.model()
            simulate(network, traffic=f"trace:{trace}", packets=listed, **flags)
            with listed.open() as file:
                return {int(row["id"]): {name: int(value) for name, value in row.items()} for row in csv.DictReader(file)}

    def _compare(self, model):
        alike = defaultdict(list)
        for packet in self.packets:
            alike[packet.source, packet.destination, packet.content()].append(packet)
            self._differ(packet, "in", packet.entered, model[packet.number]["entered"])
        for packets in alike.values():  # packets of one content may overtake one another unseen
            came = sorted(packets, key=lambda packet: math.inf if packet.arrived is None else packet.arrived)
            for packet, clock in zip(came, sorted(model[packet.number]["arrived"] for packet in packets)):
                self._differ(packet, "out", packet.arrived, clock)

    def _differ(self, packet, side, found, expected):
        if found is not None and found == expected:
            return
        node, end = (packet.source, "head") if side == "in" else (packet.destination, "tail")
        there = f"is there in clock {found}" if found is not None else f"has not come by clock {self.clock}"
        should = "" if expected is None else f", expected in clock {expected}"
        clocks = [clock for clock in (found, expected) if clock is not None]
        text = f"{self.PORTS[side]} of node {self.design.addresses[node]}: {packet}: its {end} {there}{should}"
        self.finding(text, min(clocks, default=self.clock))
