"""AXI4-Streams at the local ports."""

from collections import deque

from .network import Network


class StreamNetwork(Network):
    """Agents of a network with AXI4-Stream interfaces (`--interface axis`). Packets are compared alone: the model has no streams."""

    INTERFACE = "axis"
    PORTS = {"in": "s_axis", "out": "m_axis"}
    INPUTS = ("s_axis_tvalid", "s_axis_tlast", "s_axis_tdest", "s_axis_tdata", "m_axis_tready")
    UNTIMED = "a network of streams is compared by packets"

    def __init__(self, dut, folder, *args, **named):
        super().__init__(dut, folder, *args, **named)
        widths = {port["name"]: port["width"] // self.design.nodes for port in self.design.manifest["interface"]}
        self.bits, self.tkeep, self.tuser = widths["s_axis_tdata"], "s_axis_tkeep" in widths, widths.get("s_axis_tuser", 0)
        self.class_bits = (self.design.classes - 1).bit_length()
        if self.bits % 8:
            raise ValueError(f"stream-width = {self.bits}; allowed: whole bytes")
        for name in ["s_axis_tkeep"] * self.tkeep + ["s_axis_tuser"] * bool(self.tuser):
            self.drive(name, {})

    def _restart(self):
        super()._restart()
        self.beats = [deque() for _ in range(self.design.nodes)]  # (tlast, tdest, tdata, tkeep, tuser)
        self.gathered = [[] for _ in range(self.design.nodes)]

    def send(self, source, destination, data, user=0, message_class=0):
        """Gives a packet to the driver of a node: bytes, in whole beats unless the streams have TKEEP; `user` are the bits of TUSER above the class."""
        size = self.bits // 8
        if not self.tkeep and (not data or len(data) % size):
            raise ValueError(f"data = {len(data)} bytes; allowed: beats of {size} bytes, one at least")
        if not 0 <= user < 1 << self.tuser - self.class_bits:
            raise ValueError(f"user = {user:#x}; allowed: {self.tuser - self.class_bits} bits")
        return self._packet(source, destination, bytes(data), user, message_class)

    def _queue(self, packet):
        size, user = self.bits // 8, packet.message_class | packet.head << self.class_bits
        parts = [packet.data[at:at + size] for at in range(0, len(packet.data), size)] or [b""]
        for k, part in enumerate(parts):
            beat = int(k == len(parts) - 1), packet.destination, int.from_bytes(part, "little"), (1 << len(part)) - 1, user
            self.beats[packet.source].append((beat, packet if k == 0 else None))

    def _drive(self):
        taken = self.valid("s_axis_tready")
        beats = {node: queue[0] for node, queue in enumerate(self.beats) if queue}
        self.drive("s_axis_tvalid", dict.fromkeys(beats, 1))
        names = [*self.INPUTS[1:4], *["s_axis_tkeep"] * self.tkeep, *["s_axis_tuser"] * bool(self.tuser)]
        places = {"s_axis_tkeep": 3, "s_axis_tuser": 4}
        for k, name in enumerate(names):
            self.drive(name, {node: beat[places.get(name, k)] for node, (beat, _) in beats.items()})
        for node in set(taken) & set(beats):  # TREADY is a function of registers: at the next edge the beat is taken
            _, packet = self.beats[node].popleft()
            self.moved = self.clock
            if packet:
                packet.entered = self.clock

    def _monitor(self):
        nodes = range(self.design.nodes)
        ready = [node for node in nodes if self.ready is None or self.ready(node, self.clock)]
        self.drive("m_axis_tready", dict.fromkeys(ready, 1))
        came = set(self.valid("m_axis_tvalid")) & set(ready)
        if came:
            names = ["tlast", "tdest", "tid", "tdata", *["tkeep"] * self.tkeep, *["tuser"] * bool(self.tuser)]
            signals = {name: self.sample(f"m_axis_{name}") for name in names}
            for node in sorted(came):
                self._beat(node, {name: values[node] for name, values in signals.items()})
        self._errors()

    def _beat(self, node, beat):
        port = f"m_axis of node {self.design.addresses[node]}"
        self.moved = self.clock
        if set("".join(beat.values())) - {"0", "1"}:
            self.finding(f"{port}: a beat with X")
            return
        value = {name: int(bits, 2) for name, bits in beat.items()}
        size = self.bits // 8
        valid = value["tkeep"].bit_length() if self.tkeep else size
        self.gathered[node].append(value["tdata"].to_bytes(size, "little")[:valid])
        if not value["tlast"]:
            return
        data, self.gathered[node] = b"".join(self.gathered[node]), []
        if value["tdest"] != node:
            self.finding(f"{port}: TDEST is {value['tdest']}")
        user = value.get("tuser", 0)
        self._arrive(node, value["tid"], port, (user >> self.class_bits, data), user & (1 << self.class_bits) - 1)

    def _check_rest(self):
        for node, parts in enumerate(self.gathered):
            if parts:
                self.finding(f"m_axis of node {self.design.addresses[node]}: a packet without TLAST")
