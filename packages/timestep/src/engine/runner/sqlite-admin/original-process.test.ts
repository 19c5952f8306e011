import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { findParentOfForkedCopy } from './original-process.ts';

/** Other systems do not tell. */
const IS_TOLD = process.platform === 'linux';

/** Prints the process of a subshell, which is a copy of its shell, in a line. */
const COPY = '(read all < /proc/self/stat; echo "$all"; read answer); echo done; read answer';

it('tells the original of a copy', async () => {
  const shell = spawn('sh', ['-c', COPY]);
  onTestFinished(() => void shell.kill());
  const [line] = (await once(shell.stdout, 'data')) as [Buffer];
  const copy = Number(line.toString().split(' ')[0]);
  expect(findParentOfForkedCopy(copy)).toBe(IS_TOLD ? shell.pid : undefined);
  shell.stdin.write('on\n');
  await once(shell.stdout, 'data');
});

it('tells nothing of a program', async () => {
  const program = spawn('cat');
  onTestFinished(() => void program.kill());
  program.stdin.write('ready\n');
  await once(program.stdout, 'data');
  expect(findParentOfForkedCopy(program.pid ?? 0)).toBeUndefined();
});

it('tells nothing of a process that has ended', () => {
  expect(findParentOfForkedCopy(2 ** 30)).toBeUndefined();
});
