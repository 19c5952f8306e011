import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

/** A program of the examples as a process of its own, which can be killed and started again. */
export interface Program {
  /** Known once it has been started; the same in all of its lives. */
  readonly url: string;
  /** Resolves once it listens. */
  start(): Promise<void>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
}

export interface ProgramOptions {
  readonly name: string;
  /** Where it runs and keeps its tasks. */
  readonly folder: string;
  /** What Node runs to listen on a port; 0 is any free one. */
  readonly run: (port: string) => NodeRun;
  /** It has ended, and nothing of this program has ended it. */
  readonly onDeath?: () => void;
}

interface NodeRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function programOf({ name, folder, run, onDeath }: ProgramOptions): Program {
  let url = '';
  let running: ChildProcess | undefined;
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
          // It starts often, and always the same.
          NODE_COMPILE_CACHE: join(folder, 'compiled'),
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
    async kill() {
      const child = running;
      running = undefined;
      const isRunning = child?.exitCode === null && child.signalCode === null;
      if (!child || !isRunning) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
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
