import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Timeout that is long enough for the slowest subject on a busy machine, and short enough to notice
 * a subject that hangs.
 */
const LONGEST_MS = 60_000;

/** Of the shell, because it knows what an ended process took to the millisecond. */
const TIMED = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null';

/** Milliseconds of CPU, user and system, of a whole Node process; rejects where it failed. */
export async function measureStart(args: readonly string[], cwd: string): Promise<number> {
  const { stderr } = await run('bash', ['-c', TIMED, 'bash', process.execPath, ...args], {
    cwd,
    env: withoutNodeSettings(process.env),
    timeout: LONGEST_MS,
  });
  return cpuMsIn(stderr);
}

/** Reads the last line, seconds of user and system. */
export function cpuMsIn(stderr: string): number {
  const [user = Number.NaN, system = Number.NaN] = (stderr.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map((seconds) => Number(seconds.replace(',', '.')));
  if (Number.isNaN(user + system)) throw new Error(`no times in "${stderr}"`);
  return Math.round((user + system) * 1000);
}

/** What users set for Node would be part of what is measured, and caches would hide it. */
function withoutNodeSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('NODE_')));
}
