#!/usr/bin/env python3
"""REVISIT_LINEARIZABILITY_TEST in a user's project: structures with known bugs and without, what failed tests say, tests
that are not explored, and what compilers say about wrong declarations.

    linearizability.py SOURCES BUILD

REVISIT_ROTATION=0 to 3 runs a quarter of them.
"""
import os
import shutil
import subprocess
import sys

import scratch
from scratch import expect, run

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'programs'))
import rotation

# What the tests of reports_test.cpp say, in this order.
REPORTS = {
    'LostUpdate': ['Not linearizable: no order of the calls explains the results.',
                   '  T1      add();\n  T2      add();\n  after   get();\n', '|- add() -|', '> time\n  after: get() = 1\n',
                   'No order of the calls gives get() = 1 after.', 'T1 add(), T2 add(), after get() = 2 *',
                   "lost update of 'object.m_count'", 'read object.m_count = 0', 'witness: ', 'next: '],
    'TakenTwice': ['  before  offer(1);\n  T1      take();\n  T2      take();\n',
                   '  before: offer(1) = true\n  T1  |- take() = 1 -|\n  T2   |- take() = 1 -|\n',
                   'No order of the calls gives take() = 1 in T1 and take() = 1 in T2.',
                   'before offer(1) = true, T1 take() = 1, T2 take() = 0 *'],
    'LostWakeUp': ['An execution fails: deadlock', 'The client:\n', 'pop() ... -',
                   'One after the other, the calls have no such error in any of their '],
    'Throws': ['pop() throws std::out_of_range: vector -|', 'No order of the calls gives pop() throws std::out_of_range'],
    'Model': ['Not linearizable', 'No order of the calls gives '],
    'RealTime': ['|- get() = 0 -|',
                 'Only orders give these results in which a call comes before one that had ended when it began.'],
    'Threads': ['threads(0): the number must be from 2 to 6.'],
    'Owner': ['byOneThread("x"): no operation has this name.'],
    'Assertion': ['Without threads already, the program was ended by a signal: Aborted.', '  twice()\n  twice()\n',
                  'count++ < 1'],
    'Static': ['the same calls, one after the other, gave different results twice; nothing but the object'],
    'Waits': ['No client can be explored: in each, some order of the calls leaves one waiting for ever.'],
    'Option': ['revisit check failed:', 'there is no option --nothing'],
    'NothingFound': ['Expected: not linearizable. No client fails: 3 clients were explored'],
    'OtherKind': ['Expected: race|deadlock. Found: not linearizable.'],
    'Cut': ['Not everything was explored, so the test says nothing yet: client 1 of 150, the bound on executions was'],
}
PASSING = ['Among.Others', 'Among.ModelTests', 'Report.SomeOrder', 'Report.RightInRealTime']

# Declarations that do not compile, and what is said about them.
OBJECT = """#include <gtest/gtest.h>
#include <revisit/linearizability.h>
struct Thing {};
struct Object { Object(int) {} void push(Thing) {} Thing pop() { return {}; } void put(int) {} void plain() {} };
struct Plain { void push(int) {} int pop() { return 0; } };
struct Model { void push(int) {} };
"""
WRONG = {
    'revisit::Linearizability<Plain>()': 'the declaration names no operation',
    'revisit::Linearizability<Object>().operation("plain", &Object::plain)': 'say how it is made',
    'revisit::Linearizability<Object>().make([] { return Object(1); }).operation("push", &Object::push)':
        'a parameter of a type without values of its own',
    'revisit::Linearizability<Object>().make([] { return Object(1); }).operation("pop", &Object::pop)':
        'the result of an operation has no words',
    'revisit::Linearizability<Plain>().operation("push", &Plain::push, revisit::any(1), revisit::any(2))':
        'more values than parameters',
    'revisit::Linearizability<Plain>().operation("push", &Plain::push, revisit::any("a"))': 'does not fit the parameter',
    'revisit::Linearizability<Plain>().operation("push", &Plain::push, revisit::any())': 'any() needs at least one value',
    'revisit::Linearizability<Plain>().operation("pop", &Plain::pop).make([] { return 3; })':
        'gives neither the object nor a pointer to it',
    'revisit::Linearizability<Plain>().model<Model>().operation("pop", &Plain::pop)':
        'cannot be called on the object (or on its model)',
    '3': 'is an expression revisit::Linearizability<Type>()',
}


def check_reports(program):
    all_outputs = ''
    for name, texts in REPORTS.items():
        output = run(program, f'--gtest_filter=Report.{name}', status=1)
        all_outputs += output
        at = 0
        for text in texts:
            found = output.find(text, at)
            expect(found >= 0, f'{name}: no "{text}" behind {at} in {output}')
            at = max(at, found)
        if 'witness: ' in output:
            witness = output.split('witness: ')[1].split('\n')[0]
            expect(os.path.isfile(witness), f'{name}: no {witness}')
            command = output.split('next: ')[1].split('\n')[0].replace(' replay ', ' replay --plain ')
            again = run(*command.split(), status=1)
            expect('the same error again' in again, f'{name}: {again}')
    expect('made smaller from' in all_outputs, 'no client was made smaller')
    output = run(program, '--gtest_filter=' + ':'.join(PASSING))
    expect(f'[  PASSED  ] {len(PASSING)} tests.' in output, output)


def check_declarations(build):
    include = os.path.join(build, 'include')
    running = {}
    for declaration in WRONG:
        text = OBJECT + f'REVISIT_LINEARIZABILITY_TEST(A, B, {declaration})\n'
        command = ['g++', '-std=c++17', '-fsyntax-only', '-x', 'c++', '-I' + include, '-']
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        running[declaration] = done
    for declaration, done in running.items():
        expect(done.returncode != 0 and WRONG[declaration] in done.stderr, f'{declaration}: {done.stderr[:3000]}')


def check_once(program):
    output = run(program, status=1)
    expect('Not explored: random clients run 100 times each, with real threads.' in output, output)
    expect('[       OK ] Once.Right' in output and '[       OK ] Once.Waits' in output, output)
    expect('[  SKIPPED ] Once.Expected' in output and '[  FAILED  ] Once.Wrong' in output, output)
    expect('This client fails with real threads: no order of the calls explains the results' in output, output)


def check_example(sources, build, home):
    project = os.path.join(home, 'example')
    shutil.copytree(os.path.join(sources, 'examples', 'linearizability'), project)
    own = os.path.join(project, 'build')
    run('cmake', '-G', 'Ninja', '-S', project, '-B', own, f'-DRevisit_DIR={build}/lib/cmake/Revisit',
        '-DCMAKE_CXX_COMPILER=g++')
    run('cmake', '--build', own, '-j2')
    output = run(os.path.join(own, 'queue_test'), '--gtest_filter=Queue.IsLinearizable', status=1)
    for text in ('Not linearizable', 'size() = ', 'No order of the calls gives '):
        expect(text in output, output)


def check_structures(program, name):
    done = subprocess.run([program], capture_output=True, text=True)
    output = done.stdout + done.stderr
    expect(done.returncode == 0 and 'FAILED' not in output, f'{name}: {output}')
    expect(name == 'right' or 'not linearizable, with client' in output, output)


def main():
    sources, build = (os.path.abspath(path) for path in sys.argv[1:3])
    home = scratch.folder()
    project = os.path.join(home, 'structures')
    shutil.copytree(os.path.join(sources, 'tests', 'project', 'linearizability'), project)
    own = os.path.join(project, 'build')
    run('cmake', '-G', 'Ninja', '-S', project, '-B', own, f'-DRevisit_DIR={build}/lib/cmake/Revisit',
        f'-DREVISIT_INCLUDE={build}/include', '-DCMAKE_CXX_COMPILER=g++')

    def built(name):
        run('cmake', '--build', own, '--target', f'{name}_test')
        return os.path.join(own, f'{name}_test')

    def others():
        check_once(built('once'))
        check_declarations(build)
        check_example(sources, build, home)

    for part in rotation.part([lambda: check_structures(built('wrong'), 'wrong'), lambda: check_reports(built('reports')),
                               lambda: check_structures(built('right'), 'right'), others]):
        part()
    scratch.finish()


if __name__ == '__main__':
    main()
