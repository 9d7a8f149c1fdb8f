"""The manifest of a generated network."""

import json
import re
from pathlib import Path


def read(folder):
    """The folder and the manifest of a design, by the folder or the path of the manifest."""
    folder = Path(folder)
    manifests = [path for path in folder.glob("*.json") if '"manifest_version"' in path.read_text()] if folder.is_dir() else [folder]
    if len(manifests) != 1:
        raise ValueError(f"{folder}: {len(manifests)} manifests; allowed: the folder of one design, or the path of a manifest")
    return manifests[0].parent, json.loads(manifests[0].read_text())


class Design:
    """The manifest of a generated network."""

    def __init__(self, folder, interface):
        self.folder, self.manifest = read(folder)
        allowed = {"scope": "network", "local_interface": interface, "router_kind": "plain", "clocks": None}
        allowed["route_bits"] = 0 if interface == "flit" else self.manifest["route_bits"]  # which an AXI4-Stream interface writes itself
        for field, value in allowed.items():
            if self.manifest.get(field) != value:
                raise ValueError(f"{folder}: {field} = {self.manifest.get(field)}; allowed: {'one clock' if value is None else value}")
        places = self.manifest.get("terminals") or self.manifest["addresses"]
        self.addresses = [place["address"] for place in places]
        self.nodes, self.classes, self.vcs = len(places), self.manifest["message_classes"], self.manifest["vcs"]
        self.depth, self.in_order = self.manifest["buffer_depth"], self.manifest["order"] == "pair"
        labels = ["n" + re.sub("[^0-9A-Za-z]", "_", address) for address in self.addresses]
        self.labels = labels if len({label.lower() for label in labels}) == self.nodes else [f"n{node}" for node in range(self.nodes)]

    def node(self, name):
        """The number of a node: an address, or the number itself."""
        if name in self.addresses:
            return self.addresses.index(name)
        if isinstance(name, int) and 0 <= name < self.nodes:
            return name
        raise ValueError(f"node = {name!r}; allowed: 0 to {self.nodes - 1}, or an address such as {self.addresses[-1]!r}")

    def model(self):
        """(network, flags) of `torusmith simulate` for this design."""
        of = self.manifest
        flags = {name: of[name] for name in ("vcs", "buffer_depth", "pipeline", "message_classes", "order", "link_slices") if name in of}
        flags["vc_reuse"] = "empty" if of["reuse_empty"] == (1 << self.vcs) - 1 else "tail"
        if "network_file" in of:  # which has routes and classes
            return self.folder / of["network_file"], flags
        return of["network"], {**flags, **{name: of[name] for name in ("vc_rule", "ties", "routing")}}
