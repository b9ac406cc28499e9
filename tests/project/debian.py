#!/usr/bin/env python3
"""The Debian package: what it needs, and that it works from where it is unpacked.

    debian.py SOURCES BUILD
"""
import os
import re
import sys

import install
import package
import scratch
from scratch import expect, run

NEEDED = ('clang-19', 'lld-19', 'lldb-19', 'libc++-19-dev', 'libc++abi-19-dev', 'libc6-dev', 'liblldb-19', 'libllvm19',
          'libz3-4', 'libfmt9')


def packed(build, place):
    more = []
    if not os.path.exists(os.path.join(build, 'bin', 'revisit-gui')):
        more = ['-D', f'CPACK_INSTALL_CMAKE_PROJECTS={build};Revisit;commands;/']
    run('cpack', '-G', 'DEB', '--config', os.path.join(build, 'CPackConfig.cmake'), '-B', place, *more)
    found = [name for name in os.listdir(place) if name.endswith('.deb')]
    expect(len(found) == 1 and re.fullmatch(r'revisit_[0-9.]+_amd64\.deb', found[0]), f'packages: {found}')
    return os.path.join(place, found[0])


def main():
    sources, build = (os.path.abspath(path) for path in sys.argv[1:3])
    place = scratch.folder()
    file = packed(build, os.path.join(place, 'packed'))
    needs = run('dpkg-deb', '--field', file, 'Depends')
    for name in NEEDED:
        expect(re.search(rf'(^|, ){re.escape(name)}( \(|,|$)', needs), f'{name} is not among {needs}')
    root = os.path.join(place, 'root')
    run('dpkg-deb', '-x', file, root)
    expect(os.listdir(root) == ['usr'], f'{os.listdir(root)}')
    prefix = os.path.join(root, 'usr')
    install.check_files(prefix, sources, build)
    install.check_use(prefix, place)
    project = os.path.join(place, 'bank')
    package.write_project(project)
    package.configure(project, os.path.join(prefix, 'lib', 'cmake', 'Revisit'), os.path.join(project, 'build'))
    package.check_tests(os.path.join(project, 'build'), 'from the package')
    scratch.finish()


if __name__ == '__main__':
    main()
