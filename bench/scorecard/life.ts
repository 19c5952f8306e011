import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../durable/servers/child-server.ts';

/** What a process of a story is started with. */
export interface StoryProcess {
  readonly subject: string;
  readonly folder: string;
  /** Address of the product's server; empty if it has none. */
  readonly server: string;
  /** A name that no other story of this run has. */
  readonly story: string;
}

/** The processes of one story, one after the other, all at the same address. */
export interface Life {
  readonly url: string;
  /** When the running process was started, by `performance.now()`. */
  readonly startedAt: () => number;
  /** What the processes wrote to stderr, the end of it. */
  readonly said: () => string;
  /** Whether the process ended by itself. */
  readonly hasEnded: () => boolean;
  /** Kills the process, and starts the next one. */
  killAndRestart(): Promise<void>;
  end(): Promise<void>;
}

const SCRIPT = join(import.meta.dirname, 'subject-process.ts');
const KEPT = 2000;
const COMPILED = join(tmpdir(), 'timestep-scorecard-compiled');

export async function startLife(place: StoryProcess, world: string): Promise<Life> {
  const { subject, folder, server, story } = place;
  const port = await freePort();
  let said = '';
  let startedAt = 0;
  let child: ChildProcess;

  function startProcess(): void {
    startedAt = performance.now();
    child = spawn(process.execPath, [SCRIPT, subject, String(port), folder, server, world, story], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
      // What a restart costs should be the product's own start, not the compilation of its files.
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    });
    child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-KEPT)));
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'exit');
    child.kill('SIGKILL');
    await closed;
  }

  startProcess();
  return {
    url: `http://127.0.0.1:${port}`,
    startedAt: () => startedAt,
    said: () => said,
    hasEnded: () => child.exitCode !== null,
    async killAndRestart() {
      await kill();
      startProcess();
    },
    end: kill,
  };
}
