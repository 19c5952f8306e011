import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
export const FREE_PORTS = ['--port-a', '0', '--port-b', '0', '--port-driver', '0'];

const children: ChildProcess[] = [];

/** Kills the demo processes that failed tests have left running. */
export function killDemos(): void {
  for (const child of children) child.kill('SIGKILL');
}

/** The demo program in a separate process, and its output so far. */
export interface Demo {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  readonly complaints: readonly string[];
  readonly exitCode: Promise<number | null>;
}

export function startDemo(args: readonly string[], env: NodeJS.ProcessEnv = {}): Demo {
  const child = spawn(process.execPath, ['--conditions=@timestep/source', MAIN, ...args], {
    env: {
      ...process.env,
      NO_COLOR: '1',
      LM_STUDIO_BASE_URL: '',
      RETRY_FIRST_PAUSE_MS: '50',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: string[] = [];
  const complaints: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
  const exitCode = once(child, 'close').then(() => child.exitCode);
  return { child, lines, complaints, exitCode };
}

/** Returns the process ids in the output. */
export function parsePids(lines: readonly string[]): number[] {
  return lines.flatMap((line) => {
    const pid = /listens on port \d+, process (\d+)$/.exec(line)?.[1];
    return pid === undefined ? [] : [Number(pid)];
  });
}

/**
 * Returns whether the process of the demo still runs. Its id may belong to another program by now.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (!existsSync('/proc/self/cmdline')) return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('order-66');
  } catch {
    return false;
  }
}
