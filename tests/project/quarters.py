#!/usr/bin/env python3
"""The quarters of random programs: together they are everything, each thing once, and four changes run all of them.

    quarters.py SOURCES BUILD
"""
import glob
import os
import re
import sys

import scratch
from scratch import expect, run, write


def check_parts(sources):
    sys.path.append(os.path.join(sources, 'tests', 'programs'))
    import rotation
    for count in [*range(50), 333, 20000]:
        whole = list(range(100, 100 + count))
        quarters = [rotation.part(whole, str(quarter)) for quarter in range(4)]
        expect(sum(quarters, []) == whole, f'the quarters of {count} things: {quarters}')
        sizes = [len(quarter) for quarter in quarters]
        expect(max(sizes) - min(sizes) <= 1, f'the sizes of the quarters of {count} things: {sizes}')
        expect(rotation.part(whole, 'all') == whole, f'all of {count} things')


    names = [f'name {number}' for number in range(2000)]
    turns = [[name for name in names if rotation.is_turn(name, str(quarter))] for quarter in range(4)]
    expect(sorted(sum(turns, [])) == sorted(names), 'a name has no turn, or two')
    expect(min(len(turn) for turn in turns) > 400, f'the turns are uneven: {[len(turn) for turn in turns]}')
    expect(all(rotation.is_turn(name, 'all') for name in names), 'a name has no turn among all')


def check_tables(sources):
    """Every row of every table has its turn in four changes, and every program runs at each."""
    import run as tables
    many = 0
    for path in glob.glob(os.path.join(sources, 'tests', 'programs', '**', 'expected.tsv'), recursive=True):
        rows = list(tables.read_table(path))
        quarters = [tables.rotated(rows, str(quarter)) for quarter in range(4)]
        files = {row.file for row in rows}
        expect(all({row.file for row in quarter} == files for quarter in quarters), f'{path}: a program is left out')
        expect(all(any(row in quarter for quarter in quarters) for row in rows), f'{path}: a row is never run')
        extra = sum(len(quarter) for quarter in quarters) - len(rows)
        expect(extra <= 3 * len(files), f'{path}: of {len(rows)} rows, {extra} are run again')
        expect(tables.rotated(rows, 'all') == rows, f'{path}: all rows')
        many += len(rows)
    check_litmus(os.path.join(sources, 'tests', 'programs', 'litmus', 'verdicts.tsv'))
    expect(many > 2000, f'only {many} rows were found')


def check_litmus(path):
    import litmus
    for model in litmus.models_of(path):
        rows = list(litmus.read_table(path, model))
        quarters = [litmus.rotated(rows, model, str(quarter)) for quarter in range(4)]
        expect(sorted(sum(quarters, [])) == sorted(rows), f'{path}, {model}: a cell has no turn, or two')
        expect(all(quarters), f'{path}, {model}: an empty quarter')


def check_choice(sources, place):
    """Which quarter the script chooses in a repository, change by change."""
    for name in ('GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'REVISIT_ROTATION'):
        os.environ.pop(name, None)
    script = os.path.join(sources, 'tests', 'rotation.sh')
    repository = os.path.join(place, 'repository')

    def git(*command):
        run('git', '-c', 'user.name=n', '-c', 'user.email=n@n', '-c', 'commit.gpgsign=false', *command,
            where=repository)

    def commit(name):
        write(os.path.join(repository, name), name)
        git('add', '.')
        git('commit', '-q', '-m', name)

    def chosen():
        return run(script, where=repository).strip()

    os.makedirs(repository)
    git('init', '-q', '-b', 'main')
    seen = []
    for number in range(4):
        commit(f'file{number}')
        seen.append(chosen())
    expect(sorted(seen) == ['0', '1', '2', '3'], f'four changes choose {seen}')
    expect(chosen() == seen[-1], 'a second run of a change chooses another quarter')
    # A merge is one change, whatever it merges.
    git('checkout', '-q', '-b', 'side')
    for number in range(3):
        commit(f'side{number}')
    git('checkout', '-q', 'main')
    git('merge', '-q', '--no-ff', '-m', 'merge', 'side')
    expect(chosen() == seen[0], f'after {seen} a merge chooses {chosen()}')

    for value in ('0', '1', '2', '3', 'all'):
        expect(run(script, where=repository, REVISIT_ROTATION=value).strip() == value, f'REVISIT_ROTATION={value}')
    for value in ('4', '-1', '00', 'some'):
        said = run(script, where=repository, status=2, REVISIT_ROTATION=value)
        expect('REVISIT_ROTATION' in said and value in said, f'REVISIT_ROTATION={value}: {said}')

    run('git', 'clone', '-q', '--depth', '1', 'file://' + repository, repository + '2')
    shallow = run(script, where=repository + '2').strip()
    day = int(run('date', '+%s')) // 86400
    expect(shallow in (str(day % 4), str((day - 1) % 4)), f'a shallow clone chooses {shallow} on day {day}')


def check_turns(sources, build):
    """The tests that take turns: each is run in one quarter, all others in every one."""
    script = os.path.join(sources, 'tests', 'rotation.sh')

    def tests_of(rotation):
        left_out = run(script, '--left-out', REVISIT_ROTATION=rotation).strip()
        listed = run('ctest', '--test-dir', build, '-N', '-LE', left_out)
        return set(re.findall(r'^ *Test +#\d+: (\S+)', listed, re.M))

    quarters = [tests_of(str(quarter)) for quarter in range(4)]
    everything, always = set.union(*quarters), set.intersection(*quarters)
    expect(everything == tests_of('all'), 'a test has no turn')
    for name in sorted(everything - always):
        expect(sum(name in quarter for quarter in quarters) == 1, f'{name} has several turns')
    expect(all(len(quarter) > len(always) for quarter in quarters), 'a quarter has no test of its own')


def main():
    sources = os.path.abspath(sys.argv[1])
    place = scratch.folder()
    check_parts(sources)
    check_tables(sources)
    check_choice(sources, place)
    check_turns(sources, os.path.abspath(sys.argv[2]))
    scratch.finish()


if __name__ == '__main__':
    main()
