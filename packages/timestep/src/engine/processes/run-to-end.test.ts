import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runToEndSync } from './run-to-end-sync.ts';
import { runToEnd } from './run-to-end.ts';
import { listRunningPids } from './running-pids.fixture.ts';

const NO_LIMIT = { timeoutMs: 60_000, outputLimit: 1000 };

function sleeper(mark: string): readonly string[] {
  return ['-c', '"$@"; true', 'sh', process.execPath, '-e', 'setInterval(() => {}, 1000)', mark];
}

describe('runToEnd', () => {
  it('gives input and returns output, exit code and the end of standard error', async () => {
    const args = ['-c', 'cat; echo first >&2; echo last >&2; exit 3'];
    expect(await runToEnd({ command: 'sh', args }, { input: 'hi', errorTail: 5 })).toEqual({
      exit: { code: 3, signal: null },
      stdout: 'hi',
      stderr: 'last\n',
    });
  });

  it('ends a command that breaks a limit, with all that it started', async () => {
    const mark = randomUUID();
    const slow = runToEnd({ command: 'sh', args: sleeper(mark) }, { timeoutMs: 300 });
    await expect(slow).rejects.toMatchObject({
      code: 'command-too-slow',
      message: 'sh did not answer within 0.3 s',
    });
    await expect.poll(() => listRunningPids(mark)).toEqual([]);
    const loud = runToEnd({ command: 'yes', args: [mark] }, { outputLimit: 1024 * 1024 });
    await expect(loud).rejects.toMatchObject({
      code: 'command-output-too-large',
      message: 'yes printed more than 1 MiB',
    });
    await expect.poll(() => listRunningPids(mark)).toEqual([]);
  });
});

describe('runToEndSync', () => {
  it('returns the output, and nothing of a failure', () => {
    expect(runToEndSync({ command: 'echo', args: ['hi'] }, NO_LIMIT)).toBe('hi\n');
    expect(runToEndSync({ command: 'false', args: [] }, NO_LIMIT)).toBeUndefined();
    expect(runToEndSync({ command: 'no-such-program', args: [] }, NO_LIMIT)).toBeUndefined();
  });

  it('ends a command that is too slow, with all that it started', async () => {
    const mark = randomUUID();
    const late = { ...NO_LIMIT, timeoutMs: 300 };
    expect(runToEndSync({ command: 'sh', args: sleeper(mark) }, late)).toBeUndefined();
    await expect.poll(() => listRunningPids(mark)).toEqual([]);
  });
});
