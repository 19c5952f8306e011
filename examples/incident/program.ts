import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A server in a process of its own, which can be killed and started again at the same address. */
export interface Program {
  /** Its address, from its first start on. */
  readonly getUrl: () => string;
  /** Resolves as soon as it listens. */
  readonly start: () => Promise<void>;
  /** Kills the process, like a power failure. */
  readonly kill: () => Promise<void>;
}

/** `list`: the arguments after the port. */
export function createProgram(file: string, list: () => readonly string[]): Program {
  const started: { child?: ChildProcess; url: string } = { url: '' };
  return {
    getUrl: () => started.url,
    async start() {
      const port = started.url === '' ? '0' : new URL(started.url).port;
      const path = join(import.meta.dirname, file);
      const child = spawn(
        process.execPath,
        ['--conditions=@timestep/source', path, port, ...list()],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      started.child = child;
      for await (const line of createInterface({ input: child.stdout })) {
        if (!line.startsWith('http')) continue;
        started.url = line;
        child.stdout.resume();
        return;
      }
      throw new Error(`${file} ended before it listened`);
    },
    async kill() {
      const { child } = started;
      if (child?.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
