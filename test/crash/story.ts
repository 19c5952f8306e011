import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { textOf, type Message, type ToolMessage } from 'timestep/core';
import type { KillSignal } from './kill-points.ts';
import { mayBeInterrupted, TOOLS } from './scenario.ts';
import type { World } from './world.ts';

const NEVER = new Promise<never>(() => undefined);

/** The process that tells the story. */
export interface Subject {
  /** A script that takes a path, the world, where to be killed, how, and the lease. */
  readonly script: string;
  /** What it is told beside. */
  readonly args: readonly string[];
  /** Milliseconds without a sign of life after which a process counts as dead. */
  readonly leaseMs: number;
}

export const SQLITE_SUBJECT: Subject = {
  script: fileURLToPath(new URL('subject.ts', import.meta.url)),
  args: [],
  leaseMs: 10_000,
};

/** What a subject prints when everything is answered. */
export interface Told {
  readonly points: number;
  /** Tasks of all agents in the store. */
  readonly total: number;
  readonly tasks: readonly {
    readonly agent: string;
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
  readonly subject?: Subject;
}

export function startSubject(options: SubjectOptions): Running {
  const { path, world, killAt = 0, signal = 'SIGKILL', subject = SQLITE_SUBJECT } = options;
  const { script, leaseMs } = subject;
  const args = [path, world.url, String(killAt), signal, String(leaseMs), ...subject.args];
  const child = spawn(process.execPath, ['--conditions=@timestep/source', script, ...args], {
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

/**
 * What does not hold of a story that was seen to its end; empty when all does. `undisturbed` is the
 * same story without a crash.
 */
export function breaches(told: Told, world: World, undisturbed: Told | undefined): string[] {
  const { tasks, total } = told;
  const found: string[] = [];
  const must = (holds: boolean, what: string): void => {
    if (!holds) found.push(what);
  };
  must(
    tasks.every(({ state }) => state === 'completed'),
    `every task is completed: ${tasks.map(({ state }) => state).join(', ')}`,
  );
  const heard = tasks.map(({ transcript }) => usersIn(transcript));
  must(
    heard.join(' | ') === HEARD,
    `each message is there once and in order: ${heard.join(' | ')}`,
  );
  const answers = tasks.map(({ transcript }) => lastOf(transcript));
  must(answers.join(' | ') === ANSWERED, `each is answered: ${answers.join(' | ')}`);
  const callers = tasks.filter(({ agent }) => agent === 'subject');
  must(total === tasks.length + callers.length, `each handoff made one task: ${total} in all`);
  for (const { transcript } of callers) {
    for (const { name } of TOOLS) {
      const results = transcript.filter(
        (it) => it.role === 'tool' && it.tool_call_id === `call-${name}`,
      );
      must(results.length === 1, `${name} has one recorded result, not ${results.length}`);
    }
  }
  for (const { name, replay = 'never' } of TOOLS) {
    if (name === 'handoff') continue;
    const asked = world.asked.filter(({ kind }) => kind === name).length;
    const applied = [...world.applied.values()].filter(({ kind }) => kind === name).length;
    if (replay === 'never') must(asked <= callers.length, `${name} never runs twice: ${asked}`);
    else must(applied === callers.length, `${name} is applied once a task: ${applied}`);
  }
  const notified = Map.groupBy(world.notified, ({ taskId }) => taskId);
  must(notified.size === tasks.length, `each task is told of: ${notified.size}`);
  for (const ofTask of notified.values()) {
    const generations = ofTask.map(({ generation }) => generation);
    must(isRising(generations), `notifications come in order: ${generations.join(', ')}`);
    const ends = ofTask.filter(({ state }) => state === 'TASK_STATE_COMPLETED').length;
    must(ends === 1, `the end is told once: ${ends}`);
  }
  if (undisturbed) {
    const [is, was] = [told, undisturbed].map(comparable);
    must(is === was, `the transcripts are those of a story without a crash: ${is}`);
  }
  return found;
}

const HEARD = 'm1,m2 | m3 | m5,m6';
const ANSWERED = 'heard m1 and m2 | heard m3 | heard m5 and m6';

/**
 * Transcripts but for what a crash may change: a call that may not be made again may be told as
 * interrupted, and how much was answered before the second of two quick messages came is chance.
 */
function comparable({ tasks }: Told): string {
  const callers = tasks.filter(({ agent }) => agent === 'subject');
  const transcripts = callers.map(({ transcript }) =>
    transcript.map((message) =>
      isInterrupted(message) ? { ...message, content: ran(message) } : message,
    ),
  );
  return JSON.stringify(transcripts);
}

function isInterrupted(message: Message): message is ToolMessage {
  if (message.role !== 'tool' || !message.content.includes('"interrupted"')) return false;
  return TOOLS.some(
    (tool) => `call-${tool.name}` === message.tool_call_id && mayBeInterrupted(tool),
  );
}

function ran({ tool_call_id: id }: ToolMessage): string {
  return `ran ${id.slice('call-'.length)}`;
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => number >= (numbers[index - 1] ?? 0));
}

function usersIn(transcript: readonly Message[]): string {
  return transcript.flatMap((it) => (it.role === 'user' ? [textOf(it)] : [])).join(',');
}

function lastOf(transcript: readonly Message[]): string {
  const last = transcript.at(-1);
  return last ? textOf(last) : '';
}
