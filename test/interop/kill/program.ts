import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NODE_VARIABLES } from '../node-variables.ts';

export const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

/** A program of the examples in a separate process, which can be killed and restarted. */
export interface Program {
  /** The address; known after the first start, and the same after each restart. */
  readonly url: string;
  /** Resolves once the program listens. */
  start(): Promise<void>;
  /** Kills the program, like a power failure. */
  kill(): Promise<void>;
  /** Ends the program with two signals, `pauseMs` apart, like an impatient user. */
  terminate(pauseMs: number): Promise<void>;
}

export interface ProgramOptions {
  readonly name: string;
  /** Working folder of the program and its tasks. */
  readonly folder: string;
  /** The Node arguments that make it listen on a port; 0 is any free port. */
  readonly run: (port: string) => NodeRun;
  /** Called when the program has exited and was not killed by this object. */
  readonly onDeath?: () => void;
}

interface NodeRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function programOf({ name, folder, run, onDeath }: ProgramOptions): Program {
  let url = '';
  let running: ChildProcess | undefined;

  async function end(send: (child: ChildProcess) => Promise<void> | void): Promise<void> {
    const child = running;
    running = undefined;
    const isRunning = child?.exitCode === null && child.signalCode === null;
    if (!child || !isRunning) return;
    const ended = once(child, 'exit');
    await send(child);
    await ended;
  }

  return {
    get url() {
      return url;
    },
    async start() {
      const port = url === '' ? '0' : new URL(url).port;
      const { args, env } = run(port);
      const child = spawn(process.execPath, ['--conditions=@timestep/source', ...args], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          NODE_OPTIONS: NODE_VARIABLES.NODE_OPTIONS,
          // The compile cache helps, because the same program starts often.
          NODE_COMPILE_CACHE: NODE_VARIABLES.NODE_COMPILE_CACHE || join(folder, 'compiled'),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      running = child;
      child.once('exit', () => {
        if (running !== child) return;
        running = undefined;
        onDeath?.();
      });
      url = await addressToldBy(child, name);
    },
    kill: () => end((child) => void child.kill('SIGKILL')),
    terminate: (pauseMs) =>
      end(async (child) => {
        child.kill('SIGTERM');
        await pause(pauseMs);
        child.kill('SIGTERM');
      }),
  };
}

async function addressToldBy(child: ChildProcess, name: string): Promise<string> {
  if (!child.stdout) throw new Error(`${name} has no output`);
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = line.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
    if (address !== undefined) {
      child.stdout.resume();
      return address;
    }
  }
  throw new Error(`${name} ended before it listened`);
}
