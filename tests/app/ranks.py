"""mpirun on this machine, for tests."""
import os
import shutil
import signal
import subprocess

# As root, in a container, on fewer processors than there are ranks; ranks that wait do not take a processor.
OPTIONS = ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader",
           "--mca", "btl_vader_single_copy_mechanism", "none", "--mca", "mpi_yield_when_idle", "1"]
SKIPPED = 77  # exit status of a test that could not be run, as ctest is told


def mpirun(ranks, *options):
    """The beginning of a command; None: there is no mpirun."""
    path = shutil.which("mpirun")
    return path and [path, "-n", str(ranks), *OPTIONS, *options]


def processes_of(group):
    """The processes in the process groups that these commands started, by their rank: [(rank, process)]."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                environment = dict(entry.split(b"=", 1) for entry in file.read().split(b"\0") if b"=" in entry)
            command = os.path.basename(os.readlink(f"/proc/{name}/exe"))
        except OSError:
            continue
        if command == "revisit" and environment.get(b"REVISIT_TEST_RUN") == group.encode():
            rank = environment.get(b"OMPI_COMM_WORLD_RANK")
            if rank is not None:
                found.append((int(rank), int(name)))
    return sorted(found)


def explores(process):
    """Whether it has started a program."""
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children") as file:
                if file.read().strip():
                    return True
    except OSError:
        pass
    return False


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(command, folder, group, seconds, during=None):
    """The exit status and the messages. `during(process)` is called once the command runs."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                               stdin=subprocess.DEVNULL, env={**os.environ, "REVISIT_TEST_RUN": group})
    if during:
        during(process)
    try:
        _, messages = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        for _, rank in processes_of(group):
            kill(rank)
        process.kill()
        process.communicate()
        return None, "it did not end"
    return process.returncode, messages
