"""Machine code is kept from one run to the next, and is made for any CPU."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from conftest import scaled
from llvmlite import binding, ir

from bookmaker.logic.jit import cache
from bookmaker.logic.kernels import propagation9
from bookmaker.logic.solve.solver import count_solutions

SOLVE = """
import numpy as np
from bookmaker.logic.solve import solver
assert solver.count_solutions(np.zeros((1, 81), np.uint8), 5).tolist() == [5]
from bookmaker.logic.kernels.classic9 import search as kernel
"""
DRAW = """
import numpy as np
from bookmaker.logic.kernels.rng import next_u64 as kernel
assert int(kernel(np.array([1234567], np.uint64))) == 6457827717110365317
"""
"""A kernel that compiles in a moment, and is kept like any other."""

COUNT = "print(sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values()))"


SERVER = """
import json, os, sys, traceback
import numba
for line in sys.stdin:
    places, code = json.loads(line)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.environ.update(places)
        os.dup2(writing, 1)
        try:
            exec(code, {"__name__": "__main__"})
            sys.stdout.flush()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(writing)
    with open(reading) as told:
        said = told.read()
    print(json.dumps([os.waitpid(child, 0)[1], said]), flush=True)
"""
"""A process that has imported numba and nothing of ours, and makes a copy of itself for each run: the import is most of a run."""


def started(*words: str) -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    return subprocess.Popen(
        [sys.executable, *words],
        env={**environment, "PYTHONPATH": str(Path(__file__).parent.parent)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.fixture(scope="module")
def server() -> Iterator[subprocess.Popen[str] | None]:
    if not hasattr(os, "fork"):
        yield None
        return
    with started("-c", SERVER) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


Call = Callable[..., str]


@pytest.fixture
def run(server: subprocess.Popen[str] | None) -> Call:
    """Call a kernel in a process of its own whose user has this home; the answer is cache hits and misses. With ``fresh``, the
    process imports numba after what comes ``before``.
    """

    def call(home: Path, before: str = "", work: str = DRAW, fresh: bool = False) -> str:
        places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"), str(home))
        if server is None or fresh:
            with started("-c", f"import os; os.environ.update({places!r})\n{before}{work}{COUNT}") as process:
                said, _ = process.communicate(timeout=120)
            assert process.returncode == 0
            return said.strip()
        assert server.stdin is not None
        assert server.stdout is not None
        print(json.dumps([places, before + work + COUNT]), file=server.stdin, flush=True)
        status, said = json.loads(server.stdout.readline())
        assert status == 0
        return str(said).strip()

    return call


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the first run puts what the small kernel was compiled to."""
    return tmp_path_factory.mktemp("prepared")


@pytest.fixture
def home(run: Call, prepared: Path, tmp_path: Path) -> Path:
    """A home in which the small kernel is kept."""
    if not files(prepared):
        assert run(prepared) == "0 1"
    return Path(shutil.copytree(prepared, tmp_path / "home"))


def files(home: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in home.rglob("*") if path.is_file()}


def test_the_second_run_compiles_nothing(run: Call, tmp_path: Path) -> None:
    """Each miss writes an index anew, of whichever kernel; so no file may change.

    In a usual run the first run is this process, with the folder of the user who runs the tests.
    """
    if scaled(0, 1):
        assert run(tmp_path, work=SOLVE) == "0 1"
    else:
        assert count_solutions(np.zeros((1, 81), np.uint8), 5).tolist() == [5]
        for kept in cache.place().glob("logic.*/*/*.nb[ci]"):
            copy = tmp_path / "bookmaker" / "kernels" / kept.relative_to(cache.place())
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(kept, copy)
    before = files(tmp_path)
    assert any(name.endswith(".nbc") for name in before)
    assert run(tmp_path, work=SOLVE) == "1 0"
    assert files(tmp_path) == before


def test_a_kernel_that_is_called_and_pointed_at_is_compiled_once(run: Call, home: Path) -> None:
    """A call knows no type of the result, a pointer does."""
    pointed = """
from numba import types
from bookmaker.logic.jit.bundle import Pointer
from bookmaker.logic.kernels.rng import next_u64 as kernel
Pointer(kernel, types.uint64(types.uint64[::1]))
"""
    assert run(home, work=pointed) == "1 0"


def test_without_a_place_everything_works(run: Call, tmp_path: Path) -> None:
    """As in a container whose user has no home. No folder can be made in what is a file."""
    home = tmp_path / "file"
    home.write_text("")
    assert run(home) == "0 1"


def test_a_full_disk_stops_nothing(run: Call, tmp_path: Path) -> None:
    pytest.importorskip("resource")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
    assert run(tmp_path, limit) == "0 1"
    assert not [name for name in files(tmp_path) if name.endswith(".nbc")]


def test_files_that_were_not_written_to_their_end_are_written_anew(run: Call, home: Path) -> None:
    for kept in map(Path, files(home)):
        kept.write_bytes(kept.read_bytes()[: kept.stat().st_size // 2])
    assert run(home) == "0 1"
    assert run(home) == "1 0"


def test_flipped_bits_are_noticed_before_the_code_runs(run: Call, home: Path) -> None:
    for kept in (path for path in map(Path, files(home)) if path.suffix == ".nbc"):
        data = bytearray(kept.read_bytes())
        for share in (0.2, 0.5, 0.9):
            data[int(share * len(data))] ^= 4
        kept.write_bytes(data)
    assert run(home) == "0 1"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root can write everywhere")
def test_what_cannot_be_written_to_is_read(run: Call, home: Path) -> None:
    folders = sorted(path for path in [home, *home.rglob("*")] if path.is_dir())
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert run(home) == "1 0"
    finally:
        for folder in folders:
            folder.chmod(0o755)


def settle_module() -> ir.Module:
    """The settling of a node as a function of its address, as it is before LLVM makes it a CPU's."""
    module = ir.Module()
    kind = ir.FunctionType(ir.IntType(64), [ir.IntType(64).as_pointer()])
    builder = ir.IRBuilder(ir.Function(module, kind, "settle").append_basic_block())
    node = builder.function.args[0]
    builder.ret(propagation9.emit(builder, propagation9.load(builder, node), [node])[0])
    return module


def test_no_instruction_is_one_cpu_s_own():
    """An intrinsic of one CPU would abort the process on another; those of the name ``vector`` LLVM makes for any."""
    text = str(settle_module())
    declared = [line for line in text.splitlines() if line.startswith("declare")]
    assert all('@"llvm.vector.' in line for line in declared)
    assert "shufflevector" in text
    binding.parse_assembly(text).verify()


def test_every_cpu_of_this_kind_can_have_it():
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_default_triple()
    for features in ("", binding.get_host_cpu_features().flatten()):
        machine = target.create_target_machine(cpu="generic", features=features)
        module = binding.parse_assembly(str(settle_module()))
        module.triple, module.data_layout = target.triple, str(machine.target_data)
        assert "settle" in machine.emit_assembly(module)


SHIP = """
from pathlib import Path
from bookmaker.logic.jit import cache
cache.SHIPPED = Path({folder!r})
cache.TARGETS = {{"x86-64-v3": {needed!r}}}
"""


def ship(home: Path, tmp_path: Path) -> Path:
    """A folder as a wheel brings it, with the one kernel that was compiled in ``home``."""
    folder = tmp_path / "compiled"
    shutil.move(home / "bookmaker" / "kernels", folder / "x86-64-v3")
    return folder


@pytest.mark.skipif(platform.machine() != "x86_64", reason="code for other processors is not shipped")
def test_code_that_the_package_brings_is_read_where_it_fits(run: Call, tmp_path: Path) -> None:
    home = tmp_path / "home"
    usual = {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": ""}
    assert run(home, f"import os; os.environ.update({usual!r})\n", fresh=True) == "0 1"
    folder = ship(home, tmp_path)
    fits, other = (SHIP.format(folder=str(folder), needed=needed) for needed in ([], ["nonsense"]))
    assert run(tmp_path / "one", fits) == "1 0"
    assert not [name for name in files(tmp_path / "one") if name.endswith(".nbc")]
    # A processor that lacks a feature, and one that code was compiled ahead for, do without.
    assert run(tmp_path / "two", other) == "0 1"
    assert run(tmp_path / "three", fits + "cache.use_shipped = False\n") == "0 1"
    # What was compiled for this very processor comes first.
    assert run(tmp_path / "two", fits) == "1 0"
    for kept in folder.rglob("*.nbc"):
        data = bytearray(kept.read_bytes())
        data[len(data) // 2] ^= 4
        kept.write_bytes(data)
    assert run(tmp_path / "four", fits) == "0 1"
    assert list(folder.rglob("*.nbc")), "a damaged file of the package stays"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners of files")
def test_a_folder_that_anyone_may_write_to_is_not_read(run: Call, home: Path) -> None:
    """Code on disk is run as it is found: whoever can write it runs code as this user."""
    folders = [path for path in (home / "bookmaker").rglob("*") if path.is_dir()]
    # The one that has the code, the ones that hold it, and all of them.
    for opened in (folders[-1:], folders[:1], folders):
        for folder in opened:
            folder.chmod(0o777)
        assert run(home) == "0 1"
        for folder in opened:
            folder.chmod(0o755)
    assert run(home) == "1 0"
