"""torusmith in Python: each function runs a command of the `torusmith` program with `--json`, and returns its result.

>>> import torusmith
>>> torusmith.topology("torus:4,4").diameter
4
>>> bool(torusmith.deadlock("ttn:2,2,0", vc_rule="literal"))
False
>>> sweep = torusmith.simulate("torus:4,4", rate=[0.1, 0.2], cycles=1000)
>>> [point.rate for point in sweep.points]
[0.1, 0.2]
>>> torusmith.simulate("torus:4,4", rate=3)
Traceback (most recent call last):
torusmith.BadInput: rate = 3 is not allowed; allowed: 0 to 1 flits a node and clock (a port takes one flit a clock)
"""

from .commands import *  # noqa: F403
from .commands import __all__ as _commands
from ._call import BadInput, Error, Picture, Result, Table, ToolMissing, picture, program

__all__ = [*_commands, "BadInput", "Error", "Picture", "Result", "Table", "ToolMissing", "picture", "program"]
for _error in (BadInput, Error, ToolMissing):
    _error.__module__ = __name__
