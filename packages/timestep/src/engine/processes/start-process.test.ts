import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { listRunningPids } from './running-pids.fixture.ts';
import { startProcess } from './start-process.ts';

/** A program that prints a line and then lives on after the end of its input. */
const STAYS = `setInterval(() => {}, 1000); console.log('up')`;

/** Shell commands that start `"$@"` in the ways of the wrappers that people use. */
const WRAPPERS: readonly (readonly [string, string])[] = [
  ['itself', 'exec "$@"'],
  ['below a shell', '"$@"; true'],
  ['below two shells, as npx starts', `sh -c '"$@"; true' sh "$@"; true`],
  ['in a session of its own', '(setsid "$@"); true'],
  ['in a process group of its own', 'set -m; "$@" & wait'],
];

async function startMarked(wrapper: string, mark: string) {
  const args = ['-c', wrapper, 'sh', process.execPath, '-e', STAYS, mark];
  const started = await startProcess({ command: 'sh', args });
  await once(started.stdout, 'data');
  return started;
}

describe('startProcess', () => {
  it.each(WRAPPERS)('ends a program that %s', async (_how, wrapper) => {
    const mark = randomUUID();
    const started = await startMarked(wrapper, mark);
    expect(listRunningPids(mark).length).toBeGreaterThan(0);
    await started.end(0);
    expect(listRunningPids(mark)).toEqual([]);
  });

  it.each(WRAPPERS)(
    'leaves no program that %s if this process is killed',
    async (_how, wrapper) => {
      const mark = randomUUID();
      const index = new URL('index.ts', import.meta.url).href;
      const program = `
      const { startProcess } = await import(process.argv[1]);
      const started = await startProcess({ command: 'sh', args: process.argv.slice(2) });
      started.stdout.pipe(process.stdout);
    `;
      const node = ['--conditions=@timestep/source', '--input-type=module', '--eval', program];
      const args = [index, '-c', wrapper, 'sh', process.execPath, '-e', STAYS, mark];
      const starter = spawn(process.execPath, [...node, ...args]);
      await once(starter.stdout, 'data');
      expect(listRunningPids(mark).length).toBeGreaterThan(1);
      starter.kill('SIGKILL');
      await expect.poll(() => listRunningPids(mark)).toEqual([]);
    },
  );

  it('kills a program that ignores SIGTERM', async () => {
    const mark = randomUUID();
    const script = `process.on('SIGTERM', () => console.log('no')); ${STAYS}`;
    const args = ['-e', script, mark];
    const started = await startProcess({ command: process.execPath, args });
    await once(started.stdout, 'data');
    const said = once(started.stdout, 'data');
    await started.end(0);
    // The signal goes to the process and to its group, so it may arrive twice.
    expect(String(await said)).toMatch(/^no\n/);
    expect(await started.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(listRunningPids(mark)).toEqual([]);
  });

  it('ends what a program leaves behind, and does not wait for its output', async () => {
    const mark = randomUUID();
    const script = `"$@" & sleep 0.2; echo done >&2; exit 7`;
    const started = await startProcess({
      command: 'sh',
      args: ['-c', script, 'sh', process.execPath, '-e', STAYS, mark],
    });
    expect(await started.ended).toEqual({ code: 7, signal: null });
    await expect.poll(() => listRunningPids(mark)).toEqual([]);
  });

  it('lets a program end by itself when its input closes', async () => {
    const script = `process.stdin.resume().on('end', () => { console.log('bye'); })`;
    const started = await startProcess({ command: process.execPath, args: ['-e', script] });
    let printed = '';
    started.stdout.on('data', (piece: Buffer) => (printed += String(piece)));
    await started.end(60_000);
    expect(printed).toBe('bye\n');
    expect(await started.ended).toEqual({ code: 0, signal: null });
  });

  it('passes on variables whose names a shell cannot use, and ends that program too', async () => {
    const mark = randomUUID();
    const env = { PATH: process.env['PATH'], 'spring.ai-key': 'x' };
    const script = `setInterval(() => {}, 1000); console.log(process.env['spring.ai-key'])`;
    const args = ['-e', script, mark];
    const started = await startProcess({ command: process.execPath, args, env });
    expect(String(await once(started.stdout, 'data'))).toBe('x\n');
    await started.end(0);
    expect(listRunningPids(mark)).toEqual([]);
  });

  it('says what cannot be started', async () => {
    const missing = startProcess({ command: 'no-such-program', args: [] });
    await expect(missing).rejects.toMatchObject({
      code: 'command-not-found',
      message: 'command not found: no-such-program',
    });
    const file = startProcess({ command: import.meta.filename, args: [] });
    await expect(file).rejects.toMatchObject({ code: 'command-not-executable' });
    const cwd = `${tmpdir()}/no-such-folder`;
    await expect(startProcess({ command: 'sh', args: [], cwd })).rejects.toMatchObject({
      code: 'folder-not-found',
      message: expect.stringContaining(cwd) as string,
    });
  });
});
