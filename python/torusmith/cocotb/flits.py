"""Flits and credits at the local ports."""

from collections import deque

from .network import Network

MOST_FLITS = 128  # of a packet in a trace


class FlitNetwork(Network):
    """Agents of a network with flits at its local ports. They follow the rules of the contract's source and sink (docs/router.md, N1 to N5)."""

    INTERFACE = "flit"
    PORTS = {"in": "local_in", "out": "local_out"}
    INPUTS = tuple(f"local_{name}" for name in ("in_valid", "in_head", "in_tail", "in_vc", "in_data", "out_credit_valid", "out_credit_vc"))

    def __init__(self, *args, **named):
        super().__init__(*args, **named)
        self.a, self.w = self.design.manifest["address_bits"], self.design.manifest["flit_width"]
        self.free = max(self.w - 2 * self.a - 8, 0)  # bits of a head that are neither addresses nor the routers' own (L4)

    def _restart(self):
        super()._restart()
        nodes, vcs, classes = self.design.nodes, self.design.vcs, self.design.classes
        self.credits = [[self.design.depth] * vcs for _ in range(nodes)]
        self.queues = [[deque() for _ in range(classes)] for _ in range(nodes)]
        self.last = [classes - 1] * nodes
        self.sending = [None] * nodes  # (VC, flits left)
        self.held = [deque() for _ in range(nodes)]  # VCs whose credits go back
        self.open = {}  # (node, VC): flits so far

    def send(self, source, destination, data=(), head=0, message_class=None):
        """Gives a packet to the driver of a node: `data` are the flits that follow the head, `head` goes into the free bits of the head flit (L4).

        The packet is created in the clock of the next falling edge, and waits for those before it at its node. Its message class is by its
        number, as the contract's source has it (N1), unless `message_class` says another one."""
        for name, value, bits in [("head", head, self.free), *(("data", flit, self.w) for flit in data)]:
            if not 0 <= value < 1 << bits:
                raise ValueError(f"{name} = {value:#x}; allowed: {bits} bits")
        return self._packet(source, destination, tuple(data), head, message_class)

    def _queue(self, packet):
        if len(packet.data) >= MOST_FLITS:
            self.inexact = self.inexact or f"{packet} has {1 + len(packet.data)} flits, and those of a trace have up to {MOST_FLITS}"
        self.queues[packet.source][packet.message_class].append(packet)

    def _entry_vc(self, node, m, packet):
        """N3: the VC on which the packet can start in this clock."""
        design, credits = self.design, self.credits[node]
        each = design.vcs // design.classes
        if design.in_order:
            vc = m * each + packet.destination % (1 << each.bit_length() - 1)
            return vc if credits[vc] else None
        need, whole = min(1 + len(packet.data), design.depth), design.manifest["reuse_empty"]
        room = [v for v in range(m * each, (m + 1) * each) if credits[v] >= (design.depth if whole >> v & 1 else need)]
        return max(room, key=lambda v: (credits[v], -v), default=None)

    def _start(self, node):
        """N3: the next packet, if one can start."""
        queues, classes = self.queues[node], self.design.classes
        for m in ((self.last[node] + k) % classes for k in range(1, classes + 1)):
            vc = self._entry_vc(node, m, queues[m][0]) if queues[m] else None
            if vc is not None:
                packet = queues[m].popleft()
                packet.entered, self.last[node] = self.clock, m
                head = packet.destination | packet.source << self.a | packet.head << 2 * self.a
                self.sending[node] = vc, deque([head, *packet.data]), True
                return

    def _drive(self):
        valid, head, tail, vcs, data = {}, {}, {}, {}, {}
        for node in range(self.design.nodes):
            if not self.sending[node] and any(self.queues[node]):
                self._start(node)
            if self.sending[node] and self.credits[node][self.sending[node][0]]:  # N4
                vc, flits, first = self.sending[node]
                valid[node], head[node], vcs[node], data[node], self.moved = 1, int(first), vc, flits.popleft(), self.clock
                tail[node] = int(not flits)
                self.credits[node][vc] -= 1
                self.sending[node] = (vc, flits, False) if flits else None
        for name, values in zip(self.INPUTS, (valid, head, tail, vcs, data)):
            if valid or name == self.INPUTS[0]:
                self.drive(name, values)
        for node, vc in self.back:
            self.credits[node][vc] += 1  # N2: there in the next clock

    def _monitor(self):
        give = {}
        for node, vcs in enumerate(self.held):  # N5: of flits that came in earlier clocks
            if vcs:
                if self.ready is None or self.ready(node, self.clock):
                    give[node] = vcs.popleft()
                else:
                    self.inexact = self.inexact or "a sink was not ready"
        self.drive("local_out_credit_valid", dict.fromkeys(give, 1))
        self.drive("local_out_credit_vc", give)
        back = self.valid("local_in_credit_valid")
        vcs = self.sample("local_in_credit_vc") if back else ()
        self.back = [(node, vc) for node in back for vc in self._vc("local_in_credit_vc", node, vcs[node])]
        came = self.valid("local_out_valid")
        if came:
            head, tail, vcs, data = (self.sample(f"local_out_{name}") for name in ("head", "tail", "vc", "data"))
            for node in came:
                for vc in self._vc("local_out_vc", node, vcs[node]):
                    self._flit(node, head[node] == "1", tail[node] == "1", vc, data[node])
        self._errors()

    def _vc(self, name, node, bits):
        """The VC, unless there is none of that number."""
        if set(bits) <= {"0", "1"} and int(bits, 2) < self.design.vcs:
            return [int(bits, 2)]
        self.finding(f"{name} of node {self.design.addresses[node]} is {bits}")
        return []

    def _check_rest(self):
        for node, vc in self.open:
            self.finding(f"local_out of node {self.design.addresses[node]}, VC {vc}: a packet without a tail")
        for node, credits in enumerate(self.credits):
            lost = [f"VC {vc} has {count} of {self.design.depth}" for vc, count in enumerate(credits) if count != self.design.depth]
            if lost:
                self.finding(f"local_in of node {self.design.addresses[node]}: not all credits are back: {', '.join(lost)}")

    def _flit(self, node, head, tail, vc, data):
        port = f"local_out of node {self.design.addresses[node]}, VC {vc}"
        self.moved = self.clock
        self.held[node].append(vc)
        flits = self.open.setdefault((node, vc), [])
        if head == bool(flits):
            self.finding(f"{port}: a head in a packet" if head else f"{port}: a flit without a head (docs/router.md, L3)")
            flits.clear()
            if not head:
                return
        flits.append(data)
        if not tail:
            return
        del self.open[node, vc]
        bits = flits[0][self.w - 2 * self.a - self.free:]  # without those of the routers
        if set("".join([bits, *flits[1:]])) - {"0", "1"}:
            self.finding(f"{port}: data with X")
            return
        word = int(bits, 2)
        destination, source = word & (1 << self.a) - 1, word >> self.a & (1 << self.a) - 1
        if destination != node:
            self.finding(f"{port}: a packet from node number {source} for node number {destination}")
            return
        content = word >> 2 * self.a, tuple(int(flit, 2) for flit in flits[1:])
        self._arrive(node, source, port, content, vc * self.design.classes // self.design.vcs)
