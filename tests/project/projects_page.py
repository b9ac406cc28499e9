#!/usr/bin/env python3
"""The manual's page on projects: its commands, and its project.

    projects_page.py SOURCES BUILD
"""
import os
import re
import sys

import scratch
from scratch import expect, run, write

FILES = {
    'account.h': """#pragma once
#include <mutex>
class Account {
public:
  void deposit(int amount);
  void depositUnlocked(int amount) { m_money += amount; }
  int money() const { return m_money; }
private:
  std::mutex m_mutex;
  int m_money = 0;
};
""",
    'account.cpp': """#include "account.h"
void Account::deposit(int amount) {
  std::lock_guard<std::mutex> hold(m_mutex);
  m_money += amount;
}
""",
    'main.cpp': """#include "account.h"
#include <cassert>
#include <cstdlib>
#include <thread>
int main(int, char** argv) {
  Account account;
  int amount = atoi(argv[1]);
  std::thread other([&] { account.deposit(amount); });
  account.deposit(amount);
  other.join();
  assert(account.money() == 2 * amount);
}
""",
}


def main():
    sources, build = (os.path.abspath(path) for path in sys.argv[1:3])
    home = scratch.folder()
    with open(os.path.join(sources, 'resources', 'manual', 'projects.md')) as file:
        page = file.read()
    fenced = dict(re.findall(r'^```(cmake|cpp)\n(.*?)^```$', page, re.S | re.M))
    commands = re.findall(r'^    (\S.*)$', re.sub(r'^```.*?^```$', '', page, flags=re.S | re.M), re.M)
    expect(len(commands) == 5 and commands[0].startswith('cmake --install build '), f'commands: {commands}')

    first = commands[0].replace(' build ', f' {build} ')
    if not os.path.exists(os.path.join(build, 'bin', 'revisit-gui')):
        first += ' --component commands'
    run('sh', '-c', first, HOME=home)
    project = os.path.join(home, 'bank')
    for name, text in dict(FILES, **{'CMakeLists.txt': fenced['cmake'], 'account_test.cpp': fenced['cpp']}).items():
        write(os.path.join(project, name), text)
    outputs = [run('sh', '-c', command, HOME=home, where=project) for command in commands[1:]]
    expect('100% tests passed, 0 tests failed out of 4' in outputs[2], outputs[2])
    expect('[  PASSED  ] 1 test.' in outputs[3], outputs[3])
    scratch.finish()


if __name__ == '__main__':
    main()
