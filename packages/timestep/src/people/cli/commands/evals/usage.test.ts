import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder, runInSubprocess, runInProcess } from '../../timestep.fixture.ts';

it.each([
  [[], '"timestep" requires a command: see timestep --help'],
  [['tasks'], '"timestep tasks" requires a command: see timestep tasks --help'],
  [
    ['tasks', 'lst'],
    'unknown command "tasks lst": see timestep tasks --help. Did you mean timestep tasks list?',
  ],
  [
    ['taks', 'list'],
    'unknown command "taks list": see timestep --help. Did you mean timestep tasks list?',
  ],
  [
    ['tasks', 'list', '--stat', 'x'],
    "Unknown option '--stat': see timestep tasks list --help. Did you mean --state?",
  ],
  [['tasks', 'show'], '<id> is missing: see timestep tasks show --help'],
  [['--json'], '--json must come after a command: see timestep --help'],
  [['tasks', 'list', '--state'], "Option '--state <value>' argument missing"],
  [['backup', 'a', 'b'], 'unexpected argument "b": see timestep backup --help'],
  [['doctor', '--fast'], "Unknown option '--fast': see timestep doctor --help"],
  [['tasks', 'list', '--state', 'odd'], 'invalid --state "odd"'],
  [['tasks', 'list', '--limit', '0'], 'invalid number "0"'],
  [['tasks', 'export', 'x', '--form', 'odd'], 'invalid --form "odd"'],
  [['tasks', 'prune'], '--older-than is missing'],
  [['sessions'], '"timestep sessions" requires a command: see timestep sessions --help'],
  [['sessions', 'show'], '<id> is missing: see timestep sessions show --help'],
  [['sessions', 'list', '--limit', '0'], 'invalid number "0"'],
  [['sessions', 'export', 'x', '--form', 'odd'], 'invalid --form "odd"'],
  [['tasks', 'prune', '--older-than', 'long'], 'invalid duration "long"'],
  [['run', '--tasks', 'x'], '--outdir is missing'],
  [['run', '--tasks', 'x', '--outdir', 'y', '--min-pass-rate', '90'], 'invalid share "90"'],
  [
    ['chat'],
    'standard input contains no message: pipe one into the command: see timestep chat --help',
  ],
  [['chat', 'x'], 'standard input contains no message: pipe one into the command'],
  [['chat', 'x', '--no-worker'], '--no-worker requires --runner '],
  [['serve'], '<path|url> is missing: see timestep serve --help'],
  [['serve', 'x', '--runner', 'odd'], 'unknown runner "odd"'],
  [['serve', 'x', '--port', '70000'], 'invalid port "70000"'],
  [['serve', 'x', '--retention', 'long'], 'invalid duration "long"'],
  [['worker', 'x', '--runner', 'sqlite'], 'SQLite does not support workers'],
  [
    ['serve', 'x', '--runner', 'memory', '--database', 'y'],
    '--runner memory has no database: omit --database',
  ],
  [
    ['serve', 'x', '--api-key', '${env:NOBODY_SETS_THIS}'],
    'the environment variable NOBODY_SETS_THIS is not set',
  ],
  [['worker'], '<folder> is missing: see timestep worker --help'],
  [['new'], '<folder> is missing: see timestep new --help'],
  [['new', 'x', '--mode', 'odd'], 'invalid --mode "odd"'],
  [['import', 'a.md'], '<folder> is missing: see timestep import --help'],
  [['clone', 'a', 'b', 'c'], 'unexpected argument "c": see timestep clone --help'],
  [['check'], '<path> is missing: see timestep check --help'],
  [['report'], '<dir> is missing'],
  [['compare', 'a'], '<after> is missing'],
  [['compare', 'a', 'b', 'c'], 'unexpected argument "c"'],
])('%j is not understood', async (argv, complaint) => {
  const { code, stdout, stderr } = await runInProcess(argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`timestep: ${complaint}`);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

it.each([
  [['--help'], /^Usage: timestep <command>[^]*tasks prune[^]*doctor[^]*Examples:[^]*Exit codes/],
  [['tasks', '--help'], /^Usage: timestep tasks <command>[^]*tasks prune[^]*Examples:/],
  [['tasks', 'show', '--help'], /^Usage: timestep tasks show <id>[^]*--database PATH[^]*Examples:/],
  [['sessions', '--help'], /^Usage: timestep sessions <command>[^]*sessions delete[^]*Examples:/],
  [['compare', '--help'], /^Usage: timestep compare <before> <after> [^]*--alpha SHARE/],
  [['new', '--help'], /^Usage: timestep new <folder> [^]*--mode MODE[^]*Examples:/],
  [['check', '--help'], /^Usage: timestep check <path> … [^]*--json[^]*Examples:/],
  [['import', '--help'], /^Usage: timestep import <agent> <folder> [^]*Examples:/],
  [['clone', '--help'], /^Usage: timestep clone <folder> <new-folder> [^]*Examples:/],
  [['run', '--help'], /^Usage: timestep run [^]*--resume[^]*Examples:/],
  [
    ['chat', '--help'],
    /^Usage: timestep chat \[agent\] [^]*--resume \[ID\][^]*4 human input required/,
  ],
  [['doctor', '-h'], /^Usage: timestep doctor [^]*--json[^]*Examples:/],
  [['--version'], /^1\.2\.3\n$/],
])('%j tells', async (argv, text) => {
  const { code, stdout, stderr } = await runInProcess(argv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(text);
});

it.each([
  [['tasks', 'list']],
  [['tasks', 'show', 'x']],
  [['tasks', 'cancel', 'x']],
  [['tasks', 'export', 'x']],
  [['tasks', 'prune', '--older-than', '1d']],
  [['backup', 'copy.db']],
])('%j names a database that is missing', async (argv) => {
  const path = join(createTestFolder(), 'tasks.db');
  const { code, stderr } = await runInProcess([...argv, '--database', path]);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `timestep: ${path} does not exist: give the path of the database with --database\n`,
  );
});

it('exits as it says, as a process', async () => {
  expect(await runInSubprocess('tasks', 'lst')).toMatchObject({ code: 2, stdout: '' });
  const version = await runInSubprocess('--version');
  expect(version).toMatchObject({ code: 0, stderr: '' });
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
