import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Time limit: long enough for the slowest subject on a busy machine, short enough to detect a
 * hanging one.
 */
const LONGEST_MS = 5 * 60_000;

/** Runs a script in a separate Node process and parses the JSON in the last line of its output. */
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
