#!/usr/bin/env python3
"""A user's CMake project built as Debug and as Release with the wrappers: the same verdicts, apart from assertions.

    cmake_project.py build/bin
"""
import json
import os
import subprocess
import sys
import tempfile

LISTS = """cmake_minimum_required(VERSION 3.20)
project(Bank CXX)
find_package(Threads REQUIRED)
add_library(account STATIC account.cpp)
foreach(name transfer audit)
  add_executable(${name} ${name}.cpp)
  target_link_libraries(${name} account Threads::Threads)
endforeach()
"""
HEADER = """#pragma once
#include <mutex>
class Account {
public:
  explicit Account(int money) : m_money(money) {}
  void move(Account& to, int money);
  int money() const { return m_money; }
  void addUnlocked(int money);
private:
  std::mutex m_mutex;
  int m_money;
};
"""
SOURCE = """#include "account.h"
void Account::move(Account& to, int money) {
  std::lock_guard<std::mutex> mine(m_mutex);
  std::lock_guard<std::mutex> theirs(to.m_mutex);
  m_money -= money;
  to.m_money += money;
}
void Account::addUnlocked(int money) { m_money += money; }
"""
TRANSFER = """#include "account.h"
#include <thread>
int main() {
  Account a(10), b(10);
  std::thread there([&] { a.move(b, 1); });
  std::thread back([&] { b.move(a, 2); });
  there.join();
  back.join();
  return 0;
}
"""
AUDIT = """#include "account.h"
#include <cassert>
#include <thread>
int main() {
  Account a(0);
  std::thread one([&] { a.addUnlocked(1); });
  std::thread two([&] { a.addUnlocked(1); });
  one.join();
  two.join();
  assert(a.money() == 2);
  return 0;
}
"""


def check(revisit, program, folder):
    # The audit's accounts race, too; here it is the assertion that counts.
    report = os.path.join(folder, 'report.json')
    done = subprocess.run([revisit, 'check', '--keep-going', '--race=ignore', '--no-progress', '--witness', folder, '--json', report, program],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    with open(report) as file:
        result = json.load(file)
    result['exit'] = done.returncode
    result['said'] = done.stderr
    return result


def main():
    tools = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix='revisit-project-') as folder:
        for name, text in {'CMakeLists.txt': LISTS, 'account.h': HEADER, 'account.cpp': SOURCE, 'transfer.cpp': TRANSFER,
                           'audit.cpp': AUDIT}.items():
            with open(os.path.join(folder, name), 'w') as file:
                file.write(text)
        results = {}
        for kind in ('Debug', 'Release'):
            build = os.path.join(folder, kind)
            environment = dict(os.environ, CXX=os.path.join(tools, 'revisit-c++'))
            for command in (['cmake', '-G', 'Ninja', '-S', folder, '-B', build, f'-DCMAKE_BUILD_TYPE={kind}'],
                            ['cmake', '--build', build]):
                done = subprocess.run(command, capture_output=True, text=True, env=environment)
                if done.returncode:
                    sys.exit(f'{" ".join(command)}:\n{done.stdout}{done.stderr}')
            for program in ('transfer', 'audit'):
                results[kind, program] = check(os.path.join(tools, 'revisit'), os.path.join(build, program), folder)

        wrong = []

        def expect(condition, what):
            if not condition:
                wrong.append(what)

        debug, release = results['Debug', 'transfer'], results['Release', 'transfer']
        for kind, result in (('Debug', debug), ('Release', release)):
            expect(result['verdict'] == 'bug' and result['exit'] == 1, f"{kind} transfer: {result['verdict']}")
            expect([e['kind'] for e in result['errors']] == ['deadlock'], f"{kind} transfer: {result['errors']}")
            expect(all(e['file'].endswith('account.cpp') for e in result['errors']), f"{kind}: {result['errors']}")
        expect(debug['executions'] == release['executions'], f"{debug['executions']} and {release['executions']}")
        expect([(e['file'], e['line']) for e in debug['errors']] == [(e['file'], e['line']) for e in release['errors']],
               'the deadlock stands elsewhere in Release')

        debug, release = results['Debug', 'audit'], results['Release', 'audit']
        expect(debug['verdict'] == 'bug' and debug['errors'][0]['kind'] == 'assertion', f"Debug audit: {debug['verdict']}")
        expect(release['verdict'] == 'safe' and release['exit'] == 0,
               f"Release audit: {release['verdict']} {release['reasons']}")
        expect(any('assertions are compiled out in' in str(w) and 'audit.cpp' in str(w) for w in release['warnings']), f"{release['warnings']}")
        total = lambda r: sum(r['executions'].values())
        expect(total(debug) == total(release), f"audit: {debug['executions']} and {release['executions']}")
        for line in wrong:
            print('FAIL', line)
        sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
