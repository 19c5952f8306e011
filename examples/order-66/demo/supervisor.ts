import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The exit of one process of a service. */
export interface Exit {
  readonly pid: number;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A service whose process is restarted whenever it exits, until the service is stopped. */
export interface SupervisedService {
  readonly name: string;
  /** The id of the current process. */
  readonly pid: number | undefined;
  readonly exits: readonly Exit[];
  /** Sends a signal to the current process, like a crash; the process is restarted. */
  kill(signal: NodeJS.Signals): void;
  /** Sends a signal, and resolves once no process of the service runs. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface SuperviseOptions {
  readonly name: string;
  /** The program file, relative to this file. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Default: the Node arguments of this process. */
  readonly nodeArgs?: readonly string[];
  readonly onLine: (line: string) => void;
  readonly onError?: (line: string) => void;
  readonly onExit?: (exit: Exit) => void;
  /** Milliseconds before a restart; doubles while the process keeps exiting early. */
  readonly restartPauseMs?: number;
}

const LONGEST_PAUSE_MS = 5000;
/** A process that exits sooner counts as an early exit. */
const SHORT_LIFE_MS = 2000;
/** Milliseconds after which a process that ignores the signal is killed. */
const STOP_MS = 5000;

export function supervise(options: SuperviseOptions): SupervisedService {
  const { name, args = [], env, onExit, restartPauseMs = 200 } = options;
  const { nodeArgs = process.execArgv } = options;
  const exits: Exit[] = [];
  const stopping = new AbortController();
  let child: ChildProcess | undefined;

  function start(): ChildProcess {
    const file = fileURLToPath(new URL(options.file, import.meta.url));
    // The IPC channel lets a process notice that its supervisor has ended.
    const started = spawn(process.execPath, [...nodeArgs, file, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const { stdout, stderr } = started;
    if (stdout) createInterface({ input: stdout }).on('line', options.onLine);
    if (stderr) createInterface({ input: stderr }).on('line', options.onError ?? ignored);
    return started;
  }

  async function keepRunning(): Promise<void> {
    let inARow = 0;
    while (!stopping.signal.aborted) {
      const begun = performance.now();
      child = start();
      const { pid = 0 } = child;
      await once(child, 'close');
      const exit: Exit = { pid, exitCode: child.exitCode, signal: child.signalCode };
      child = undefined;
      if (stopping.signal.aborted) return;
      exits.push(exit);
      const lived = performance.now() - begun;
      onExit?.(exit);
      const pauseMs = Math.min(LONGEST_PAUSE_MS, restartPauseMs * 2 ** inARow);
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(ignored);
      inARow = lived < SHORT_LIFE_MS ? inARow + 1 : 0;
    }
  }

  const running = keepRunning();
  return {
    name,
    get pid() {
      return child?.pid;
    },
    exits,
    kill(signal) {
      child?.kill(signal);
    },
    async stop(signal = 'SIGTERM') {
      stopping.abort();
      child?.kill(signal);
      const late = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
      await running;
      clearTimeout(late);
    },
  };
}

function ignored(): void {}
