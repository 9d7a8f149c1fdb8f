"""Runs the program, and reads what it prints."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from importlib import metadata
from typing import Any, Iterable, Iterator, List, Mapping, Optional, Union

Scalar = Union[str, int, float, "os.PathLike[str]"]
Value = Union[Scalar, Iterable[Scalar], None]  # of a flag; a list is --flag A,B

SLASHED = {"without", "without_node", "hot_spot_nodes"}  # lists whose elements may contain commas


class Error(Exception):
    """A command failed. `code` is the exit code of the program, the message its line."""

    def __init__(self, code: int, message: str):
        super().__init__(message)
        self.code = code

    def __reduce__(self):
        return type(self), (self.code, *self.args)


class BadInput(Error):
    """Exit code 2: the message names the field, its value and the allowed values."""


class ToolMissing(Error):
    """Exit code 3: the message names the missing tool and how to get it."""


class Result:
    """A JSON object of a command. Its fields, which docs/cli.md lists, are attributes; `result["from"]` reads a field by name.

    `bool(result)` is the verdict, if the command has one: whether the exit code is 0."""

    def __init__(self, fields: Mapping[str, Any], good: bool = True):
        self._fields, self._good = dict(fields), good

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._fields:
            raise AttributeError(f"no field `{name}`; fields: {', '.join(self.__dict__.get('_fields', ()))}")
        return self[name]

    def __getitem__(self, name: str) -> Any:
        return _typed(self._fields[name])

    def __dir__(self):
        return [*super().__dir__(), *self._fields]

    def __bool__(self) -> bool:
        return self._good

    def __eq__(self, other) -> bool:
        return isinstance(other, Result) and (self._fields, self._good) == (other._fields, other._good)

    def __repr__(self) -> str:
        shown = (f"{name}={'[..]' if isinstance(value, list) else value!r}" for name, value in self._fields.items() if not isinstance(value, dict))
        return f"Result({', '.join(shown)})"

    def to_dict(self) -> dict:
        """The object as it was read."""
        return self._fields

    def frame(self, field: Optional[str] = None):
        """The list `field`, by default the first list of objects, as a pandas DataFrame."""
        lists = [name for name, value in self._fields.items() if isinstance(value, list) and value and isinstance(value[0], dict)]
        if not lists and field is None:
            raise ValueError("no list of objects in this result")
        return Table(self._fields[field or lists[0]]).frame()


class Table(List[Any]):
    """A list of objects."""

    def frame(self):
        """A pandas DataFrame with a row for each object."""
        try:
            import pandas
        except ImportError:
            raise ImportError("frame() needs pandas: pip install pandas") from None
        return pandas.json_normalize([row.to_dict() if isinstance(row, Result) else row for row in self])


class Picture:
    """A drawing, which Jupyter shows."""

    def __init__(self, svg: str):
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg


def _typed(value: Any) -> Any:
    if isinstance(value, dict):
        return Result(value)
    return Table(map(_typed, value)) if isinstance(value, list) else value


def program() -> str:
    """The path of the program: the environment variable TORUSMITH, the program installed with this package, or `torusmith` on PATH."""
    name = "torusmith" + (sysconfig.get_config_var("EXE") or "")
    try:
        installed = [str(file.locate()) for file in metadata.files("torusmith") or [] if file.name == name]
    except metadata.PackageNotFoundError:
        installed = []
    found = os.environ.get("TORUSMITH") or next(iter(installed), None) or shutil.which(name)
    if not found or not shutil.which(found):
        raise ToolMissing(3, f"{found or 'torusmith'}: no such program; set TORUSMITH to its path, or put it on PATH")
    return found


def _text(value: Scalar) -> str:
    return format(value, ".12g") if isinstance(value, float) else str(value)


def _flags(flags: Mapping[str, Value]) -> Iterator[str]:
    for name, value in flags.items():
        if value is None or value is False:
            continue
        yield "--" + name.strip("_").replace("_", "-")
        if hasattr(value, "tolist"):  # of numpy and pandas
            value = value.tolist()
        if value is not True:
            single = isinstance(value, (str, int, float, os.PathLike))
            yield _text(value) if single else ("/" if name in SLASHED else ",").join(map(_text, value))


def _terminal() -> bool:
    return os.name == "posix" and (sys.stderr.isatty() or "ipykernel" in sys.modules)


def call(argv: List[str]):
    """(exit code, standard output, standard error). In a terminal or a notebook progress is shown."""
    if not _terminal():
        ran = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        return ran.returncode, ran.stdout, ran.stderr
    import pty

    master, slave = pty.openpty()  # the program draws progress on a terminal alone
    said: List[bytes] = []

    def show():
        try:
            while chunk := os.read(master, 4096):
                said.append(chunk)
                sys.stderr.write(chunk.decode("utf-8", "replace"))
                sys.stderr.flush()
        except OSError:  # closed
            pass

    reader = threading.Thread(target=show, daemon=True)
    with subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=slave, encoding="utf-8") as ran:
        os.close(slave)
        reader.start()
        out = ran.stdout.read()
    reader.join()
    os.close(master)
    return ran.returncode, out, b"".join(said).decode("utf-8", "replace").replace("\r", "\n")


def checked(argv: List[str]):
    """(standard output, verdict). Raises `Error` if there is no result."""
    code, out, err = call([program(), *argv])
    if code in (130, -2):
        raise KeyboardInterrupt
    if out.strip():  # with exit code 3, too: `doctor`
        return out, code == 0
    lines = err.strip().splitlines() or [f"exit code {code}"]
    line = next((line for line in reversed(lines) if "torusmith: " in line), lines[-1])
    raise {2: BadInput, 3: ToolMissing}.get(code, Error)(code, line.split("torusmith: ", 1)[-1])


def run(command: str, positional: Iterable[str], given: Mapping[str, Any]) -> Any:
    """`torusmith COMMAND`, with positional arguments and flags by their names in `given`."""
    flags = {name: value for name, value in given.items() if name not in positional}
    words = [_text(given[name]) for name in positional if given[name] is not None]
    out, good = checked([command, *words, *_flags(flags), "--json"])
    out, decoder, objects, at = out.rstrip(), json.JSONDecoder(), [], 0
    while at < len(out):  # an object, or one a line
        value, at = decoder.raw_decode(out, at + (out[at] == "\n"))
        objects.append(value)
    return Result(objects[0], good) if len(objects) == 1 else Table(map(Result, objects))


def picture(network: Scalar, **flags: Value) -> Picture:
    """A drawing of the network: `torusmith topology NETWORK --export svg`."""
    return Picture(checked(["topology", _text(network), *_flags({**flags, "export": "svg"})])[0])
