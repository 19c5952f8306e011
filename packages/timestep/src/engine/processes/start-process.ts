import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { assertStartable } from './assert-startable.ts';
import { killGroup } from './kill-group.ts';
import type { ProcessCommand, ProcessExit } from './process-command.ts';
import { ProcessError } from './process-error.ts';
import { settlesWithin } from './settles-within.ts';
import { spawnInGroup } from './spawn-in-group.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

/** A started process, which has its own process group. */
export interface StartedProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Standard error. Undefined unless the option `stderr` is `pipe`. */
  readonly stderr: Readable | undefined;
  /** Resolves after the process has exited and its output was read. Does not wait for output of its descendants. */
  readonly ended: Promise<ProcessExit>;
  /**
   * Closes standard input, sends SIGTERM to all processes of the command after `graceMs` and
   * SIGKILL two seconds later. Resolves when all have ended. Default grace: 2000.
   */
  end(graceMs?: number): Promise<void>;
}

/** Milliseconds to wait for the remaining output after a process has exited. */
const DRAIN_MS = 1000;
const GRACE_MS = 2000;

/**
 * Starts a process. Its whole process group ends when it exits, on `end()`, and however this
 * process ends. Rejects with `ProcessError`.
 */
export async function startProcess(
  command: ProcessCommand,
  { stderr = 'pipe' }: { readonly stderr?: 'pipe' | 'inherit' | 'ignore' } = {},
): Promise<StartedProcess> {
  assertStartable(command);
  const watchdog = startWatchdog();
  const child = spawnInGroup(command, ['pipe', 'pipe', stderr], watchdog);
  try {
    await once(child, 'spawn');
  } catch (thrown) {
    void watchdog?.end();
    throw createStartError(command, thrown);
  }
  const { pid, stdin, stdout } = child;
  if (pid === undefined || !stdin || !stdout) throw createStartError(command, 'it has no pipes');
  // Writing fails if the process ended without having read its input, which is no error here.
  stdin.on('error', () => undefined);
  const exited = waitForExit(child);
  const allRead = new Promise((resolve) => child.once('close', resolve));
  let ending: Promise<void> | undefined;
  const endGroup = (): Promise<void> => (ending ??= endWholeGroup(child, watchdog));
  const ended = exited.then(async (exit) => {
    void endGroup();
    await settlesWithin(allRead, DRAIN_MS);
    for (const each of child.stdio) each?.destroy();
    return exit;
  });
  return {
    pid,
    stdin,
    stdout,
    stderr: child.stderr ?? undefined,
    ended,
    async end(graceMs = GRACE_MS) {
      stdin.end();
      if (graceMs > 0) await settlesWithin(exited, graceMs);
      await endGroup();
      await ended;
    },
  };
}

function waitForExit(child: ChildProcess): Promise<ProcessExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

async function endWholeGroup(child: ChildProcess, watchdog: Watchdog | undefined): Promise<void> {
  if (!watchdog || !(await watchdog.end())) killGroup(child);
}

function createStartError({ command }: ProcessCommand, cause: unknown): ProcessError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ProcessError('command-not-started', `cannot run ${command}: ${why}`, { cause });
}
