import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Message } from '@timestep-ai/timestep/core';
import { sqliteBackend } from '@timestep-ai/timestep/runner';
import type { KillAt, KillSignal } from './kill-points.ts';
import { makeOldTasks, NO_OLD_TASKS, type OldTasks } from './old-tasks.ts';
import { ALL_SCENES, type SceneName } from './scenario.ts';
import type { World } from './world.ts';

const NEVER = new Promise<never>(() => undefined);

/** The process that tells the story. */
export interface Subject {
  /** A script that takes an `Order` as JSON. */
  readonly script: string;
  /** What it is told beside. */
  readonly args: readonly string[];
  readonly scenes: readonly SceneName[];
  /** Milliseconds without a sign of life after which a process counts as dead. */
  readonly leaseMs: number;
  /** Milliseconds after which a process is given up that has not ended. */
  readonly boundMs: number;
  /** Puts old tasks where the database will be. */
  readonly prepare: (path: string) => Promise<OldTasks>;
  /** What is wrong with the store when all is told. */
  readonly problemsIn: (path: string) => Promise<readonly string[]>;
}

/** More than any story takes, on any machine; a run that knows how long one takes sets less. */
export const BOUND_MS = 120_000;

export const SQLITE_SUBJECT: Subject = {
  script: fileURLToPath(new URL('subject.ts', import.meta.url)),
  args: [],
  scenes: ALL_SCENES,
  leaseMs: 10_000,
  boundMs: BOUND_MS,
  prepare: makeOldTasks,
  async problemsIn(path) {
    const { findings } = await sqliteBackend.examine(
      { database: path, options: {}, env: {} },
      Date.now(),
    );
    return findings.flatMap(({ severity, message }) => (severity === 'problem' ? [message] : []));
  },
};

/** What a subject is told to do. */
export interface Order {
  readonly path: string;
  readonly world: string;
  /** Where the process itself is reached, as those before it were. */
  readonly served: string;
  readonly ledger: string;
  readonly killAt: readonly KillAt[];
  readonly signal: KillSignal;
  readonly leaseMs: number;
  readonly scenes: readonly SceneName[];
  readonly oldTasks: OldTasks;
  /** Messages, and `cancel`, that it leaves to another process. */
  readonly mute: readonly string[];
}

/** What a subject prints when everything is answered. */
export interface Told {
  readonly points: number;
  /** Tasks of all agents in the store. */
  readonly total: number;
  /** Tasks of `helper` that came over a socket. */
  readonly helped: number;
  readonly tasks: readonly {
    readonly scene: SceneName;
    readonly agent: string;
    readonly state: string;
    readonly generation: number;
    readonly transcript: readonly Message[];
    /** Answers to tools, and artifacts: all that were recorded. Absent where only a response is seen. */
    readonly recorded?: { readonly answers: number; readonly artifacts: number };
  }[];
}

export interface Running {
  readonly pid: number;
  /** Nothing where the process was killed. Rejects where it failed, or did not end in time. */
  readonly told: Promise<Told | undefined>;
  /** Resolves once the process has been stopped. */
  stopped(): Promise<void>;
  goOn(): void;
  /** Kills it, if it has not ended. */
  end(): void;
}

export interface SubjectOptions {
  readonly path: string;
  readonly world: World;
  readonly killAt?: KillAt | readonly KillAt[];
  readonly signal?: KillSignal;
  readonly subject?: Subject;
  readonly oldTasks?: OldTasks;
  readonly mute?: readonly string[];
}

export function startSubject(options: SubjectOptions): Running {
  const { path, world, killAt = [], signal = 'SIGKILL', subject = SQLITE_SUBJECT } = options;
  const { script, args, leaseMs, scenes, boundMs } = subject;
  const order: Order = {
    path,
    world: world.url,
    served: world.served,
    ledger: world.ledger,
    killAt: [killAt].flat(),
    signal,
    leaseMs,
    scenes,
    oldTasks: options.oldTasks ?? NO_OLD_TASKS,
    mute: options.mute ?? [],
  };
  const given = [JSON.stringify(order), ...args];
  const child = spawn(process.execPath, ['--conditions=@timestep/source', script, ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid ?? 0;
  let output = '';
  let errors = '';
  let isOverdue = false;
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  // A stopped process has to be there for longer than the heir that waits for its tasks.
  const allowedMs = signal === 'SIGSTOP' ? 3 * boundMs : boundMs;
  const bound = setTimeout(() => {
    isOverdue = true;
    child.kill('SIGKILL');
  }, allowedMs);
  const told = once(child, 'close').then((): Told | undefined => {
    clearTimeout(bound);
    if (isOverdue) throw new Error(`the story does not end within ${allowedMs / 1000} s`);
    if (child.signalCode === 'SIGKILL') return undefined;
    if (child.exitCode !== 0) throw new Error(`the subject failed: ${errors}`);
    return JSON.parse(output) as Told;
  });
  told.catch(() => undefined);
  return {
    pid,
    told,
    stopped: () =>
      signal === 'SIGSTOP' ? stoppedOf(pid, () => child.exitCode ?? child.signalCode) : NEVER,
    goOn: () => void child.kill('SIGCONT'),
    end: () => void child.kill('SIGKILL'),
  };
}

/** The system tells nobody of a stopped grandchild, so its state is looked up. */
async function stoppedOf(pid: number, ended: () => unknown): Promise<void> {
  while (ended() === null) {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    if (state.startsWith('T')) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await NEVER;
}
