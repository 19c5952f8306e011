import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { ProcessCommand } from './process-command.ts';
import { SHELL } from './watchdog.ts';

/**
 * Shell script that runs a command and kills it if the waiting process ends, which a blocked
 * process cannot do by a pipe.
 */
const WATCH_AND_RUN = `
parent=$1 group=$$
shift
(while kill -s 0 "$parent"; do sleep 0.5; done; kill -s KILL -- "-$group") </dev/null >/dev/null 2>&1 &
exec "$@"
`;

/** Runs a process and blocks until it exits. Returns its output, or undefined if it failed. */
export function runToEndSync(
  { command, args, env, cwd }: ProcessCommand,
  { timeoutMs, outputLimit }: { readonly timeoutMs: number; readonly outputLimit: number },
): string | undefined {
  const isWatched = existsSync(SHELL);
  const [file, ...words] = isWatched
    ? [SHELL, '-c', WATCH_AND_RUN, SHELL, String(process.pid), command, ...args]
    : [command, ...args];
  const { pid, status, stdout } = spawnSync(file, words, {
    env,
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: timeoutMs,
    maxBuffer: outputLimit,
    killSignal: 'SIGKILL',
    ...(isWatched && { detached: true }),
  });
  if (isWatched && pid > 0) killProcessGroup(pid);
  return status === 0 ? stdout : undefined;
}

function killProcessGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The signal fails if all processes of the group have already ended.
  }
}
