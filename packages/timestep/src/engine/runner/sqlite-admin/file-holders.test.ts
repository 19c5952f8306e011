import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { listFileHolders, parseReadingProcesses } from './file-holders.ts';
import { newStorePath, openRunner } from './store.fixture.ts';

it('knows readers by the bytes that they lock', () => {
  const locks = [
    '1: POSIX  ADVISORY  READ 11 fd:00:77 123 123',
    '2: POSIX  ADVISORY  READ 12 fd:00:77 128 128',
    '3: POSIX  ADVISORY  WRITE 13 fd:00:77 120 120',
    '4: POSIX  ADVISORY  READ 14 fd:00:78 124 124',
    '5: POSIX  ADVISORY  READ 15 fd:00:77 120 127',
    '6: FLOCK  ADVISORY  WRITE 16 00:2d:77 0 EOF',
    '',
  ];
  expect([...parseReadingProcesses(locks.join('\n'), '77')]).toEqual([11, 15]);
});

it('tells nothing where the system does not', () => {
  expect(listFileHolders('/nowhere/tasks.db')).toBeUndefined();
});

const READING = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  database.exec('BEGIN; SELECT * FROM task');
  console.log('reading');
  process.stdin.on('data', () => {
    database.exec('COMMIT');
    console.log('idle');
  });
`;

/** Other systems do not tell. */
const IS_TOLD = process.platform === 'linux';

it('tells who has a database open, and who reads', async () => {
  const path = newStorePath();
  openRunner(path);
  expect(listFileHolders(path)).toEqual(IS_TOLD ? [] : undefined);
  const child = spawn(process.execPath, ['--no-warnings', '-e', READING, path]);
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  const other = { pid: child.pid, command: expect.stringMatching(/node|Main/i) };
  expect(listFileHolders(path)).toEqual(IS_TOLD ? [{ ...other, isReading: true }] : undefined);
  child.stdin.write('done\n');
  await once(child.stdout, 'data');
  expect(listFileHolders(path)).toEqual(IS_TOLD ? [{ ...other, isReading: false }] : undefined);
});

/** A shell that has the file open, and a copy of it (a subshell) that runs no program of its own. */
const COPIED = 'exec 3< "$1"; (echo copied; read answer); echo done; read answer';

it('leaves out the copy of a process that has not yet become a program', async () => {
  const path = newStorePath();
  openRunner(path);
  const shell = spawn('sh', ['-c', COPIED, 'sh', path]);
  onTestFinished(() => void shell.kill());
  await once(shell.stdout, 'data');
  expect(listFileHolders(path)).toEqual(
    IS_TOLD ? [{ pid: shell.pid, command: 'sh', isReading: false }] : undefined,
  );
  shell.stdin.write('on\n');
  await once(shell.stdout, 'data');
});
