#!/usr/bin/env python3
"""An installation works where it is moved to, and names neither the sources nor the build.

    install.py SOURCES BUILD
"""
import os
import sys

import scratch
from scratch import expect, run


def installed(build, at):
    run('cmake', '--install', build, '--prefix', at + '-first', '--strip', '--component', 'commands')
    if os.path.exists(os.path.join(build, 'bin', 'revisit-gui')):
        run('cmake', '--install', build, '--prefix', at + '-first', '--strip', '--component', 'window')
    os.rename(at + '-first', at)
    return at


def check_files(prefix, sources, build):
    for name in ('bin/revisit', 'bin/revisit-cc', 'bin/revisit-c++', 'include/revisit.h',
                 'lib/revisit/revisit-instrument.so', 'lib/revisit/librevisit-runtime.so',
                 'lib/revisit/librevisit-c.a', 'lib/revisit/librevisit-cxx.a', 'lib/revisit/revisit-lldb.so',
                 'lib/revisit/c++/mutex', 'lib/revisit/openmp/omp.h', 'lib/revisit/openmp/libomp.a',
                 'share/revisit/manual/README.md', 'share/doc/revisit/README.md',
                 'share/doc/revisit/FORMAT.md', 'share/doc/revisit/REPORT.md', 'share/doc/revisit/copyright'):
        expect(os.path.isfile(os.path.join(prefix, name)), f'{name} is not installed')
    for parent, _, names in os.walk(prefix):
        for name in names:
            path = os.path.join(parent, name)
            expect(not os.path.islink(path), f'{path} is a link')
            with open(path, 'rb') as file:
                content = file.read()
            for place in (sources, build, prefix + '-first'):
                expect(place.encode() not in content, f'{path} names {place}')
            if content.startswith(b'\x7fELF'):
                dynamic = run('readelf', '-d', path)
                expect('RPATH' not in dynamic and 'RUNPATH' not in dynamic, f'{path} has a search path: {dynamic}')


def check_use(prefix, place):
    sensor = os.path.join(prefix, 'share/doc/revisit/examples/sensor/sensor.c')
    revisit = os.path.join(prefix, 'bin/revisit')
    expect('--unroll' in run(revisit, 'help', 'bounds'), 'the manual')
    found = run(revisit, 'check', '--witness', place, sensor, status=1)
    expect('assertion: window.count > 0' in found and 'BUG: 1 error' in found, found)
    witness = os.path.join(place, 'sensor.revisit')
    expect('the same error again' in run(revisit, 'replay', '--plain', witness, status=1), 'the replay differs')
    stopped = run(revisit, 'replay', witness, '--', '--batch', '-o', 'revisit back')
    expect('lock window' in stopped or 'sensor.c' in stopped, stopped)

    program = os.path.join(place, 'total.cpp')
    scratch.write(program, '#include <cassert>\n#include <mutex>\n#include <thread>\n'
                           'int total; std::mutex lock;\n'
                           'void add() { std::lock_guard<std::mutex> hold(lock); total++; }\n'
                           'int main() { std::thread other(add); add(); other.join(); assert(total == 2); }\n')
    run(os.path.join(prefix, 'bin/revisit-c++'), '-o', os.path.join(place, 'total'), program)
    expect('SAFE' in run(revisit, 'check', os.path.join(place, 'total')).upper(), 'the safe program')


def main():
    sources, build = (os.path.abspath(path) for path in sys.argv[1:3])
    place = scratch.folder()
    prefix = installed(build, os.path.join(place, 'moved here'))
    check_files(prefix, sources, build)
    check_use(prefix, place)
    scratch.finish()


if __name__ == '__main__':
    main()
