"""What the scripts of this folder share: the commands they run, the machine, and the marked sections of the pages they write."""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TORUSMITH = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release/torusmith"


def output(*command):
    """What a command prints on standard output; the script ends if it fails."""
    print("+", *command, file=sys.stderr, flush=True)
    done = subprocess.run([str(word) for word in command], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{command[0]}: exit code {done.returncode}")
    return done.stdout


def told(*command):
    """What a command of torusmith tells as JSON."""
    return json.loads(output(TORUSMITH, *command, "--json"))


def row(*cells):
    """A row of a Markdown table."""
    return "| " + " | ".join(map(str, cells)) + " |\n"


def rows(file, name, cells):
    """The rows of the table in a section of a page, by their first cells, so many."""
    lines = parts(file, name)[1].splitlines()
    return {tuple(cell.strip() for cell in line.split("|")[1:cells + 1]): line + "\n" for line in lines if line.startswith("| ")}


def machine(*tools):
    """A line that names the machine, its load, and the tools, each (command, flag)."""
    info = Path("/proc/cpuinfo").read_text()
    model = re.search(r"model name\s*: (.*)", info)
    lines = [subprocess.run([tool, flag], capture_output=True, text=True) for tool, flag in tools]
    names = [(line.stdout or line.stderr).strip().splitlines()[0].split(" (")[0] for line in lines]
    load = Path("/proc/loadavg").read_text().split()[0]
    return f"Machine: {model[1] if model else 'unknown'}, {os.cpu_count()} cores, load {load} at the start{'; ' if names else ''}{', '.join(names)}."


def parts(file, name):
    """A page before, in and after its section `name`."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    before, rest = file.read_text().split(begin)
    text, after = rest.split(end)
    return before + begin, text, end + after


def write(file, name, text):
    """Puts `text` into the section `name` of a page."""
    before, _, after = parts(file, name)
    file.write_text(before + text + after)
