#!/usr/bin/env python3
"""What examples/quickstart.sh builds is a whole tool: copied alone to another folder, it checks programs of all kinds.

    first_command.py SOURCES BUILD

Nothing is built: Ninja says what the targets of the script need, and the build folder has it already.
"""
import os
import re
import shutil
import sys

import scratch
from scratch import expect, run, write

# What the configuration makes, whatever is built: headers and files that are no product of a target.
CONFIGURED = ('include', 'lib/c++', 'lib/model', 'lib/openmp')
# Of the products, what is used after the build. The stamp stands for the folder beside it.
PRODUCT = re.compile(r'bin/[^/]+|lib/[^/]+\.so|lib/librevisit-c(xx)?\.a|share/revisit/manual\.stamp')

WHOLE = """#include <cassert>
#include <future>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
std::mutex lock;
std::string shared = "a string that is longer than a short one";
std::string joined(int number) {
  std::ostringstream text;
  text << shared << ' ' << number << ' ' << 2.5;
  return text.str();
}
int main() {
  auto other = std::async(std::launch::async, [] { std::lock_guard<std::mutex> hold(lock); return joined(1); });
  std::promise<int> promise;
  std::thread third([&promise] { promise.set_value(std::stoi("42")); });
  std::string mine;
  { std::lock_guard<std::mutex> hold(lock); mine = joined(promise.get_future().get()); }
  third.join();
  std::cout << mine << '\\n' << other.get() << std::endl;
  assert(mine == "a string that is longer than a short one 42 2.5");
}
"""
PRINTS = """#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[64];
static void* print(void* value) {
  snprintf(text, sizeof text, "%s %.2f", (const char*)value, strtod("1.25", 0));
  return value;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, print, "number");
  pthread_join(other, 0);
  printf("%s\\n", text);
  assert(strcmp(text, "number 1.25") == 0);
}
"""


def targets_of(script):
    with open(script) as file:
        return re.search(r'^\./resources/build\.sh (.+)$', file.read(), re.MULTILINE).group(1).split()


def files_of(build, *targets):
    """All files that Ninja would make or read for the targets, those of the build folder relative to it."""
    graph = run('ninja', '-C', build, '-t', 'graph', *targets)
    return {name.removeprefix(build + '/') for name in re.findall(r'^"0x\w+" \[label="(.*)"\]$', graph, re.MULTILINE)}


def copy(build, folder, names):
    for name in names:
        path, to = os.path.join(build, name), os.path.join(folder, name)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        if os.path.isdir(path):
            shutil.copytree(path, to)
        else:
            shutil.copy2(path, to)


def check_parts(build, made):
    """What each program needs at run time is among what its target needs."""
    whole = ('bin/revisit-cc', 'bin/revisit-c++', 'lib/revisit-instrument.so', 'lib/librevisit-runtime.so',
             'lib/librevisit-c.a', 'lib/librevisit-cxx.a')
    for name in (*whole, 'bin/revisit', 'lib/revisit-lldb.so', 'share/revisit/manual.stamp'):
        expect(name in made, f'the script does not build {name}')
    programs = ['revisit', 'revisit-cc', 'revisit-c++', 'revisit_lldb']
    if 'revisit-gui:' in run('ninja', '-C', build, '-t', 'targets', 'all'):
        programs.append('revisit-gui')
    for target in programs:
        needed = files_of(build, target)
        for name in whole:
            expect(name in needed, f'the target {target} does not need {name}')
        expect(any(name.endswith('precompiled.stamp') for name in needed), f'{target} needs no precompiled headers')


def check_use(folder, place):
    revisit = os.path.join(folder, 'bin/revisit')
    for name, text in (('whole.cpp', WHOLE), ('prints.c', PRINTS)):
        source = os.path.join(place, name)
        write(source, text)
        options = ['-std=c++20'] if name.endswith('.cpp') else []
        for number in (1, 2, 3) if options else (1,):
            said = run(revisit, 'check', *options, source, where=place)
            expect('SAFE' in said, f'{name}, checked {number} times: {said}')
    broken = os.path.join(place, 'broken.cpp')
    write(broken, WHOLE.replace('42 2.5', '41 2.5'))
    said = run(revisit, 'check', '-std=c++20', broken, where=place, status=1)
    expect('assertion' in said, said)
    expect('--unroll' in run(revisit, 'help', 'bounds'), 'the manual')


def main():
    sources, build = (os.path.abspath(path) for path in sys.argv[1:3])
    place = scratch.folder()
    targets = targets_of(os.path.join(sources, 'examples/quickstart.sh'))
    made = files_of(build, *targets)
    check_parts(build, made)
    folder = os.path.join(place, 'built')
    copy(build, folder, [*CONFIGURED, *(name.removesuffix('.stamp') for name in made if PRODUCT.fullmatch(name))])
    check_use(folder, place)
    scratch.finish()


if __name__ == '__main__':
    main()
