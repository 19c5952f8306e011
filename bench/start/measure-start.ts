import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Time limit: long enough for the slowest subject on a busy machine, short enough to detect a
 * hanging one.
 */
const LONGEST_MS = 60_000;

/** The shell's `time`, because it reports the CPU of an ended process in milliseconds. */
const TIMED = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null';

/** Measures milliseconds of CPU, user and system, of a whole Node process; rejects if it failed. */
export async function measureStart(args: readonly string[], cwd: string): Promise<number> {
  const { stderr } = await run('bash', ['-c', TIMED, 'bash', process.execPath, ...args], {
    cwd,
    env: removeNodeSettings(process.env),
    timeout: LONGEST_MS,
  });
  return parseCpuMs(stderr);
}

/** Parses the last line: seconds of user and system time. */
export function parseCpuMs(stderr: string): number {
  const [user = Number.NaN, system = Number.NaN] = (stderr.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map((seconds) => Number(seconds.replace(',', '.')));
  if (Number.isNaN(user + system)) throw new Error(`no times in "${stderr}"`);
  return Math.round((user + system) * 1000);
}

/**
 * Removes Node settings of the user, because they would be measured too, and caches would hide the
 * cost.
 */
function removeNodeSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('NODE_')));
}
