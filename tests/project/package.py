#!/usr/bin/env python3
"""find_package(Revisit) and revisit_add_check() in a user's project, with his own compiler and with Revisit's.

    package.py SOURCES BUILD
"""
import os
import sys

import scratch
from scratch import expect, run, write

# What a target may be made of: libraries (under another name too, of objects, of headers only), C, a generated header,
# definitions and folders that come with a library, a standard, NDEBUG.
LISTS = """cmake_minimum_required(VERSION 3.21)
project(Bank C CXX)
enable_testing()
find_package(Revisit REQUIRED)
find_package(Threads REQUIRED)
add_subdirectory(account)
add_library(log OBJECT log.c)
add_library(money INTERFACE)
target_link_libraries(money INTERFACE Bank::account)
add_custom_command(OUTPUT limit.h COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/limit.in limit.h)
add_executable(bank main.cpp limit.h)
target_include_directories(bank PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
target_compile_features(bank PRIVATE cxx_std_20)
target_compile_options(bank PRIVATE -Wall -Werror -Wlogical-op $<$<CONFIG:Release>:-O3>)
target_link_libraries(bank PRIVATE money log Threads::Threads)

revisit_add_check(transfer.ordered TARGET bank ARGS ordered LABELS explored;slow)
revisit_add_check(transfer.crossed TARGET bank ARGS crossed EXPECT bug)
revisit_add_check(transfer.wrong TARGET bank ARGS crossed)
revisit_add_check(transfer.short TARGET bank ARGS ordered OPTIONS --max-executions 1 EXPECT incomplete TIMEOUT 60)
revisit_add_check(audit SOURCES audit.c OPTIONS --stop-on assertion --ignore race EXPECT bug)
"""
FILES = {
    'account/CMakeLists.txt': """add_library(account STATIC account.cpp)
add_library(Bank::account ALIAS account)
target_include_directories(account PUBLIC include)
target_compile_definitions(account PUBLIC CURRENCY="kr" PRIVATE SECRET=1)
""",
    'account/include/account.h': """#pragma once
#include <mutex>
struct Account { std::mutex mutex; int money; };
void move(Account& from, Account& to, int money, bool ordered);
""",
    'account/account.cpp': """#include "account.h"
static_assert(SECRET == 1);
void move(Account& from, Account& to, int money, bool ordered) {
  bool turned = ordered && &to < &from;
  std::lock_guard<std::mutex> first(turned ? to.mutex : from.mutex), second(turned ? from.mutex : to.mutex);
  from.money -= money;
  to.money += money;
}
""",
    'log.c': 'int moves(int count) { return count; }\n',
    'limit.in': '#define LIMIT 2\n',
    'main.cpp': """#include "account.h"
#include "limit.h"
#include <cassert>
#include <concepts>
#include <cstring>
#include <thread>
#ifdef SECRET
#error definitions that are private to a library
#endif
extern "C" int moves(int count);
Account accounts[2] = {{{}, 10}, {{}, 10}};
int main(int argc, char** argv) {
  bool ordered = argc > 1 && !strcmp(argv[1], "ordered");
  std::thread there([&] { move(accounts[0], accounts[1], moves(1), ordered); });
  std::thread back([&] { move(accounts[1], accounts[0], LIMIT, ordered); });
  there.join();
  back.join();
  assert(accounts[0].money == 11 && CURRENCY[0] == 'k');
}
""",
    'audit.c': """#include <assert.h>
#include <pthread.h>
static int total;
static void* add(void* unused) { total++; return unused; }
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, add, 0);
  add(0);
  pthread_join(other, 0);
  assert(total == 2);
}
""",
}
# A call that is wrong, and what is said of it.
WRONG = {
    'revisit_add_check(t)': 'either TARGET or SOURCES',
    'revisit_add_check(t TARGET bank SOURCES main.cpp)': 'either TARGET or SOURCES',
    'revisit_add_check(t TARGET nobody)': "no target 'nobody'",
    'revisit_add_check(t TARGET account)': "'account' is no executable",
    'revisit_add_check(t TARGET Revisit::revisit)': 'imported',
    'revisit_add_check(t TARGET bank EXPECT perfect)': "not 'perfect'",
    'revisit_add_check(t TARGET bank TIMEOUT soon)': "not 'soon'",
    'revisit_add_check(t TARGET bank EXPECT)': 'nothing follows EXPECT',
    'revisit_add_check(t bank)': 'unknown: bank',
    'revisit_add_check(t TARGET bank OPTIONS)': 'nothing follows OPTIONS',
    'revisit_add_model_tests(nobody)': "no target 'nobody'",
}


def write_project(place):
    for name, text in dict(FILES, **{'CMakeLists.txt': LISTS}).items():
        write(os.path.join(place, name), text)


def configure(place, package, build, *more):
    run('cmake', '-G', 'Ninja', '-S', place, '-B', build, f'-DRevisit_DIR={package}', *more)
    run('cmake', '--build', build)


def check_tests(build, where):
    output = run('ctest', '--test-dir', build, '--output-on-failure', '-j2', status=8)
    for name in ('transfer.ordered', 'transfer.crossed', 'transfer.short', 'audit'):
        expect(any(f' {name} ' in line and 'Passed' in line for line in output.splitlines()), f'{where}: {name}: {output}')
    expect('1 tests failed out of 5' in output, f'{where}: {output}')
    witness = os.path.join(build, 'revisit', 'witnesses', 'transfer.wrong', 'bank.revisit')
    for text in ('deadlock', 'T0 main', 'T2', 'account.cpp:', f'witness: {witness}', 'expected: safe; found: bug'):
        expect(text in output, f'{where}: no "{text}" in {output}')
    expect(os.path.isfile(witness), f'{where}: no {witness}')
    expect('Total Tests: 1' in run('ctest', '--test-dir', build, '-N', '-L', 'explored'), f'{where}: labels')


def check_refusals(place, package):
    for number, (call, words) in enumerate(WRONG.items()):
        lists = os.path.join(place, 'wrong', str(number))
        write(os.path.join(lists, 'main.cpp'), 'int main() {}\n')
        write(os.path.join(lists, 'CMakeLists.txt'), f'cmake_minimum_required(VERSION 3.21)\nproject(W CXX)\n'
              'enable_testing()\nfind_package(Revisit REQUIRED)\nadd_executable(bank main.cpp)\n'
              f'add_library(account STATIC main.cpp)\n{call}\n')
        # The compiler need not be tried again each time.
        said = ' '.join(run('cmake', '-G', 'Ninja', '-S', lists, '-B', os.path.join(lists, 'build'),
                            f'-DRevisit_DIR={package}', '-DCMAKE_CXX_COMPILER_WORKS=1',
                            '-DCMAKE_CXX_COMPILER_FORCED=1', status=1).split())
        expect(words in said and 'CMake Error' in said, f'{call}: {said}')


def main():
    build = os.path.abspath(sys.argv[2])
    package = os.path.join(build, 'lib', 'cmake', 'Revisit')
    place = scratch.folder()
    project = os.path.join(place, 'bank')
    write_project(project)
    own = os.path.join(project, 'build')
    configure(project, package, own, '-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_CXX_COMPILER=g++', '-DCMAKE_C_COMPILER=gcc')
    check_tests(own, 'with the compilers of the system')
    run(os.path.join(own, 'bank'), 'ordered')
    expect('revisit' not in run('ldd', os.path.join(own, 'bank')), 'the ordinary program is instrumented')

    check_refusals(place, package)
    scratch.finish()


if __name__ == '__main__':
    main()
