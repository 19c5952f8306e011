import { spawn, type ChildProcess, type SpawnOptions, type StdioOptions } from 'node:child_process';
import { createRequire } from 'node:module';
import type { ProcessCommand } from './process-command.ts';
import { SHELL, type Watchdog } from './watchdog.ts';

/**
 * Shell script that reports its process group to the watchdog and then becomes the command, so that the
 * watchdog knows the group before the command can start processes.
 */
const REPORT_AND_RUN = 'echo $$ >&3; exec "$@" 3>&-';

/**
 * Starts a command as the leader of its own process group, and reports the group to the watchdog.
 */
export function spawnInGroup(
  given: ProcessCommand,
  stdio: readonly ('pipe' | 'inherit' | 'ignore')[],
  watchdog: Watchdog | undefined,
): ChildProcess {
  const { command, args, env = process.env, cwd } = given;
  if (process.platform === 'win32') return spawnOnWindows(given, stdio);
  const options = { env, cwd, detached: true };
  if (watchdog && !hasNamesUnusableInShells(env)) {
    const all: StdioOptions = [...stdio, watchdog.pipe];
    return spawn(SHELL, ['-c', REPORT_AND_RUN, SHELL, command, ...args], {
      ...options,
      stdio: all,
    });
  }
  const child = spawn(command, args, { ...options, stdio: [...stdio] });
  if (child.pid !== undefined) watchdog?.pipe.write(`${child.pid}\n`);
  return child;
}

/** Returns whether variables have names that some shells cannot pass on to a command. */
function hasNamesUnusableInShells(env: NodeJS.ProcessEnv): boolean {
  return Object.keys(env).some((name) => !/^[A-Za-z_]\w*$/.test(name));
}

/**
 * Starts a command without a process group, with quoted arguments as scripts such as npx.cmd need.
 */
function spawnOnWindows(
  { command, args, env, cwd }: ProcessCommand,
  stdio: readonly ('pipe' | 'inherit' | 'ignore')[],
): ChildProcess {
  const spawnQuoted = createRequire(import.meta.url)('cross-spawn') as (
    command: string,
    args: readonly string[],
    options: SpawnOptions,
  ) => ChildProcess;
  return spawnQuoted(command, args, { env, cwd, stdio: [...stdio], windowsHide: true });
}
