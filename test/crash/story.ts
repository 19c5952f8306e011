import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { textOf, type Message } from 'timestep/core';
import type { KillSignal } from './kill-points.ts';
import { TOOLS } from './scenario.ts';
import type { World } from './world.ts';

const NEVER = new Promise<never>(() => undefined);
const SUBJECT = fileURLToPath(new URL('subject.ts', import.meta.url));

/** What a subject prints when everything is answered. */
export interface Told {
  readonly points: number;
  readonly tasks: readonly {
    readonly state: string;
    readonly generation: number;
    readonly transcript: readonly Message[];
  }[];
}

export interface Running {
  readonly pid: number;
  /** Nothing where the process was killed. */
  readonly told: Promise<Told | undefined>;
  /** Once the process has been stopped. */
  readonly stopped: Promise<void>;
}

export interface SubjectOptions {
  readonly path: string;
  readonly world: World;
  readonly killAt?: number;
  readonly signal?: KillSignal;
  readonly leaseMs?: number;
}

export function startSubject(options: SubjectOptions): Running {
  const { path, world, killAt = 0, signal = 'SIGKILL', leaseMs = 10_000 } = options;
  const args = [path, world.url, String(killAt), signal, String(leaseMs)];
  const child = spawn(process.execPath, ['--conditions=@timestep/source', SUBJECT, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const told = once(child, 'close').then((): Told | undefined => {
    if (child.signalCode === 'SIGKILL') return undefined;
    if (child.exitCode !== 0) throw new Error(`the subject failed: ${errors}`);
    return JSON.parse(output) as Told;
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    told,
    stopped:
      signal === 'SIGSTOP' ? stoppedOf(pid, () => child.exitCode ?? child.signalCode) : NEVER,
  };
}

/** The system tells nobody of a stopped grandchild, so its state is looked up. */
async function stoppedOf(pid: number, ended: () => unknown): Promise<void> {
  while (ended() === null) {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    if (state.startsWith('T')) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await new Promise<never>(() => undefined);
}

/** What does not hold of a story that was seen to its end; empty when all does. */
export function breaches({ tasks }: Told, world: World): string[] {
  const found: string[] = [];
  const must = (holds: boolean, what: string): void => {
    if (!holds) found.push(what);
  };
  const [conversation, single] = tasks.map(({ transcript }) => transcript);
  must(
    tasks.every(({ state }) => state === 'completed'),
    'every task is completed',
  );
  must(
    usersIn(conversation) === 'm1,m2',
    `m1 and m2 are there once and in order: ${usersIn(conversation)}`,
  );
  must(usersIn(single) === 'm3', `m3 is there once: ${usersIn(single)}`);
  must(
    lastOf(conversation) === 'heard m1 and m2',
    `the last answer heard both: ${lastOf(conversation)}`,
  );
  must(lastOf(single) === 'heard m3', `m3 is answered: ${lastOf(single)}`);
  for (const { transcript } of tasks) {
    for (const { name } of TOOLS) {
      const results = transcript.filter(
        (it) => it.role === 'tool' && it.tool_call_id === `call-${name}`,
      );
      must(results.length === 1, `${name} has one recorded result, not ${results.length}`);
    }
  }
  for (const { name, replay = 'never' } of TOOLS) {
    const asked = world.asked.filter(({ kind }) => kind === name).length;
    const applied = [...world.applied.values()].filter(({ kind }) => kind === name).length;
    if (replay === 'never') must(asked <= tasks.length, `${name} never runs twice: ${asked}`);
    else must(applied === tasks.length, `${name} is applied once a task: ${applied}`);
  }
  return found;
}

function usersIn(transcript: readonly Message[] = []): string {
  return transcript.flatMap((it) => (it.role === 'user' ? [textOf(it)] : [])).join(',');
}

function lastOf(transcript: readonly Message[] = []): string {
  const last = transcript.at(-1);
  return last ? textOf(last) : '';
}
