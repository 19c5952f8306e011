import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Timeout that is long enough for the slowest subject on a busy machine, and short enough to notice
 * a subject that hangs.
 */
const LONGEST_MS = 5 * 60_000;

/** Runs a script in a Node process of its own and reads the JSON in the last line of its output. */
export async function measureInChild(
  script: string,
  args: readonly string[],
  nodeFlags: readonly string[] = [],
): Promise<unknown> {
  const { stdout } = await run(process.execPath, [...nodeFlags, script, ...args], {
    timeout: LONGEST_MS,
    encoding: 'utf8',
  });
  const last = stdout.trim().split('\n').at(-1) ?? '';
  return JSON.parse(last);
}
