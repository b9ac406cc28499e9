#!/usr/bin/env python3
"""How many executions 25 programs have under each equivalence, as the table of the manual's page on what counts.

    tests/bench/reductions.py build/bin/revisit

The verdict and the kinds and places of the errors must be the same under all of them; otherwise the status is 1.
"""
import json
import os
import subprocess
import sys
import tempfile

EQUIVALENCES = ['full', 'objects', 'locations', 'locks', 'symmetry', 'reduced', 'reduced,symmetry']
PROGRAMS = [
    ('paper/coarse_list.c', '-DINS=3 -DREM=3'),
    ('paper/fine_list.c', '-DINS=4 -DREM=0'),
    ('paper/optimistic_list.c', '-DINS=3 -DREM=0'),
    ('paper/counter2.c', '-DN=6'),
    ('paper/lb_queue.c', '-DINS=3 -DREM=3'),
    ('paper/lp_queue.c', '-DINS=2 -DREM=2'),
    ('paper/sv_queue3.c', '-DN=6'),
    ('paper/sv_stack1.c', '-DN=5'),
    ('reductions/readers.c', '-DREADERS=2'),
    ('reductions/readers.c', '-DREADERS=3'),
    ('reductions/once.c', '-DN=4'),
    ('reductions/stores.c', '-DN=4'),
    ('reductions/counter.c', '-DN=6'),
    ('reductions/hidden_race.c', ''),
    ('reductions/bank.c', '-DSTEP=1 -DN=3'),
    ('reductions/bank.c', '-DSTEP=2 -DN=3'),
    ('reductions/bank.c', '-DSTEP=1 -DN=2 -DTOTAL'),
    ('reductions/sections.c', '-DCASE=0 -DN=6 -DPER=2'),
    ('reductions/sections.c', '-DCASE=1 -DN=3'),
    ('reductions/sections.c', '-DCASE=4 -DN=6'),
    ('reductions/sections.c', '-DCASE=5 -DN=7 -DFIRST=0'),
    ('reductions/equal.c', '-DCASE=0 -DN=3 -DPER=2'),
    ('reductions/equal.c', '-DCASE=1 -DN=7 -DPER=1'),
    ('reductions/equal.c', '-DCASE=2 -DN=3 -DPER=2'),
    ('reductions/equal.c', '-DCASE=5 -DN=3 -DPER=1'),
]


def explore(revisit, program, defines, equivalence, folder):
    command = [revisit, 'check', '--no-progress', '--json', '-', '--keep-going', '--witness',
               os.path.join(folder, 'found.revisit'), '--equivalence', equivalence, *defines.split(), program]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f'{" ".join(command)}: {done.stderr}')
    report = json.loads(done.stdout)
    counts = report['executions']
    executions = counts['complete'] + counts['erroneous'] + counts['deadlocked']
    errors = sorted({(error['kind'], error.get('file', ''), error.get('line', 0)) for error in report['errors']})
    return executions, (report['verdict'], errors), counts['duplicate']


def main():
    revisit = os.path.abspath(sys.argv[1])
    programs = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'programs')
    print('| Program | ' + ' | '.join(EQUIVALENCES) + ' |\n|---|' + '--:|' * len(EQUIVALENCES))
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for name, defines in PROGRAMS:
            found = [explore(revisit, os.path.join(programs, name), defines, one, folder) for one in EQUIVALENCES]
            cells = [f'{executions:,}' + (f' ({again:,} twice)' if again else '') for executions, _, again in found]
            print(f'| {os.path.basename(name)} {defines.replace("-D", "")} | ' + ' | '.join(cells) + ' |', flush=True)
            for one, (_, errors, _) in zip(EQUIVALENCES, found):
                if errors != found[0][1]:
                    failed = True
                    print(f'{name} {defines}: {one} finds {errors}, not {found[0][1]}', file=sys.stderr)
    sys.exit(failed)


if __name__ == '__main__':
    main()
