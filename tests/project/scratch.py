"""What the tests of this folder share: a scratch folder of their own, commands, and expectations that all are told."""
import atexit
import os
import shutil
import subprocess
import sys
import tempfile

_wrong = []


def folder():
    """A new folder, removed at the end; programs that are compiled on the way live there too."""
    path = tempfile.mkdtemp(prefix='revisit-project-')
    atexit.register(shutil.rmtree, path, True)
    os.environ['XDG_CACHE_HOME'] = os.path.join(path, 'cache')
    return path


def run(*command, status=0, where=None, **environment):
    """Standard output and error of a command, which must end with that exit status; None: with any."""
    done = subprocess.run(command, cwd=where, env=dict(os.environ, **environment), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
    if status is not None and done.returncode != status:
        sys.exit(f'FAIL {" ".join(command)}: exit status {done.returncode}, expected {status}\n{done.stdout}')
    return done.stdout


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as file:
        file.write(text)


def expect(condition, what):
    if not condition:
        _wrong.append(what)


def finish():
    for what in _wrong:
        print('FAIL', what)
    sys.exit(1 if _wrong else 0)
