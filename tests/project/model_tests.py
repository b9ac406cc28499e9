#!/usr/bin/env python3
"""REVISIT_MODEL_TEST in a user's GoogleTest executable: explored with revisit_add_model_tests(), run once without.

    model_tests.py SOURCES BUILD
"""
import os
import sys

import scratch
from scratch import expect, run, write

LISTS = """cmake_minimum_required(VERSION 3.21)
project(Bank CXX)
enable_testing()
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_EXTENSIONS OFF)
find_package(GTest REQUIRED)
find_package(Revisit REQUIRED)
add_library(bank STATIC bank.cpp)
add_executable(bank_test bank_test.cpp more_test.cpp)
target_compile_options(bank_test PRIVATE -Wall -Wextra -Wpedantic -Werror)
target_link_libraries(bank_test PRIVATE bank GTest::gtest_main)
revisit_add_model_tests(bank_test OPTIONS --unroll=8 TIMEOUT 60 LABELS explored)
add_executable(once_test more_test.cpp)
target_compile_options(once_test PRIVATE -Wall -Wextra -Wpedantic -Werror)
target_include_directories(once_test PRIVATE INCLUDE)
target_link_libraries(once_test PRIVATE GTest::gtest_main)
"""
FILES = {
    'bank.h': '#pragma once\n#include <mutex>\nstruct Account { std::mutex mutex; int money; };\n'
              'void move(Account& from, Account& to, int money);\n',
    'bank.cpp': """#include "bank.h"
void move(Account& from, Account& to, int money) {
  std::lock_guard<std::mutex> first(from.mutex), second(to.mutex);
  from.money -= money;
  to.money += money;
}
""",
    'bank_test.cpp': """#include "bank.h"
#include <cassert>
#include <gtest/gtest.h>
#include <revisit/model_test.h>
#include <thread>
TEST(Bank, Plain) { EXPECT_EQ(1 + 1, 2) << "arithmetic"; }
REVISIT_MODEL_TEST(Bank, OneDirection) {
  Account a{{}, 10}, b{{}, 10};
  std::thread there([&] { move(a, b, 1); });
  move(a, b, 2);
  there.join();
  EXPECT_EQ(a.money, 7) << "money of " << 'a';
  ASSERT_TRUE(b.money == 13);
}
REVISIT_MODEL_TEST(Bank, Crossed) {
  Account a{{}, 10}, b{{}, 10};
  std::thread there([&] { move(a, b, 1); });
  move(b, a, 2);
  there.join();
}
REVISIT_MODEL_TEST(Bank, CrossedAsExpected, .expect("deadlock").option("--algorithm=condpor")) {
  Account a{{}, 10}, b{{}, 10};
  std::thread there([&] { move(a, b, 1); });
  move(b, a, 2);
  there.join();
}
REVISIT_MODEL_TEST(Bank, NoDeadlock, .expect("deadlock")) {}
REVISIT_MODEL_TEST(Bank, OtherError, .expect("deadlock")) { assert(false); }
""",
    'more_test.cpp': """#include <atomic>
#include <cassert>
#include <gtest/gtest.h>
#include <revisit/model_test.h>
#include <thread>
REVISIT_MODEL_TEST(Counter, LostUpdate) {
  std::atomic<int> count{0};
  std::thread other([&] { count = count + 1; });
  count = count + 1;
  other.join();
  EXPECT_EQ(count.load(), 2);
}
REVISIT_MODEL_TEST(Counter, Expected, .expect("assertion")) {
  int wanted = revisit_nondet_int("wanted");
  revisit_assume(wanted > 3);
  revisit_assert(wanted != 77);
}
REVISIT_MODEL_TEST(Counter, Assumed) {
  int wanted = revisit_nondet_int("wanted");
  revisit_assume(wanted > 3);
  ASSERT_NE(wanted, 0);
}
REVISIT_MODEL_TEST(Counter, Bounded, .expect("incomplete").option("--max-executions=1")) {
  std::atomic<int> count{0};
  std::thread other([&] { count = 1; });
  count = 2;
  other.join();
}
struct Fixture : testing::Test { int number = 3; };
TEST_F(Fixture, Plain) { ASSERT_GT(number, 2); }
""",
}
FAILING = {'Bank.Crossed': ('deadlock', 'bank.cpp:3'),
           'Bank.NoDeadlock': ('Expected: deadlock. No execution fails.',),
           'Bank.OtherError': ('Expected: deadlock. Found: assertion',),
           'Counter.LostUpdate': ('assertion: count.load() == 2', 'more_test.cpp:11 in T0 main')}
PASSING = ('Bank.Plain', 'Bank.OneDirection', 'Bank.CrossedAsExpected', 'Counter.Expected', 'Counter.Assumed',
           'Counter.Bounded', 'Fixture.Plain')


def check_explored(own):
    for name in PASSING + tuple(FAILING):
        output = run(os.path.join(own, 'bank_test'), f'--gtest_filter={name}', status=name in FAILING)
        expect('[==========] 1 test from 1 test suite ran.' in output, f'{name}: {output}')
        for text in FAILING.get(name, ()):
            expect(text in output, f'{name}: no "{text}" in {output}')
        if name in FAILING and 'No execution' not in FAILING[name][0]:
            folder = os.path.join(own, 'revisit-model', 'witnesses', 'bank_test', name)
            witness = os.path.join(folder, 'bank_test.revisit')
            expect(f'witness: {witness}' in output and os.path.isfile(witness), f'{name}: {output}')
    listed = run('ctest', '--test-dir', own, '-N', '-L', 'explored')
    expect(f'Total Tests: {len(PASSING) + len(FAILING)}' in listed, listed)
    run('ctest', '--test-dir', own, '-R', 'Bank.OneDirection')
    output = run('ctest', '--test-dir', own, '-R', 'LostUpdate', '--output-on-failure', status=8)
    expect('witness: ' in output, output)


def check_once(own):
    output = run(os.path.join(own, 'once_test'), '--gtest_filter=-*LostUpdate')
    expect(output.count('[       OK ]') == 1 and output.count('[  SKIPPED ]') >= 3, output)
    expect('Not explored, so this cannot be found: assertion' in output, output)
    expect('An assumption does not hold where every input is zero' in output, output)
    output = run(os.path.join(own, 'once_test'), '--gtest_filter=*LostUpdate', status=None)
    expect('Not explored: the body runs once' in output, output)


def main():
    build = os.path.abspath(sys.argv[2])
    project = os.path.join(scratch.folder(), 'bank')
    lists = LISTS.replace('INCLUDE)', os.path.join(build, 'include') + ')')
    for name, text in dict(FILES, **{'CMakeLists.txt': lists}).items():
        write(os.path.join(project, name), text)
    own = os.path.join(project, 'build')
    run('cmake', '-G', 'Ninja', '-S', project, '-B', own, f'-DRevisit_DIR={build}/lib/cmake/Revisit',
        '-DCMAKE_CXX_COMPILER=g++')
    run('cmake', '--build', own, '-j2')
    check_explored(own)
    check_once(own)
    scratch.finish()


if __name__ == '__main__':
    main()
