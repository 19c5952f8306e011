import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { askUntilTold, tasksAt } from './asking.ts';
import { programOf } from './program.ts';
import type { KeptTask, Told } from './verdict.ts';

export interface InnocentStory {
  /** Duration of the kills. */
  readonly seconds: number;
  /** Number of concurrent tasks. */
  readonly inFlight: number;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  readonly modelMs?: number;
  /** The program that serves, and its environment. Default: one whose tasks are in SQLite. */
  readonly served?: { readonly program: string; readonly env: Readonly<Record<string, string>> };
  /** Milliseconds until the loss of a process is noticed. Default: 0, because its lock is free. */
  readonly noticedAfterMs?: number;
  readonly onKill?: (progress: InnocentProgress) => void;
}

export interface InnocentProgress {
  readonly kills: number;
  readonly answered: number;
  readonly seconds: number;
}

export interface InnocentOutcome {
  readonly kills: { readonly killed: number; readonly terminated: number };
  readonly tasks: number;
  /** Milliseconds from the start after the last kill to the answer of every open task. */
  readonly lastWaitMs: number;
  /** Milliseconds that a new task took at the same time. */
  readonly attemptMs: number;
  readonly seconds: number;
  readonly breaches: readonly string[];
}

const PROGRAM = fileURLToPath(new URL('slow-assistant.ts', import.meta.url));
const SHORTEST_LIFE_MS = 500;
const LONGEST_LIFE_MS = 3000;
const LAST_ANSWER_MS = 120_000;

/** Kills a server by force, or by two signals, while its tasks do nothing wrong. */
export async function innocentStory(story: InnocentStory): Promise<InnocentOutcome> {
  const { seconds, inFlight, random, modelMs = 2000, served, noticedAfterMs = 0, onKill } = story;
  const begunAt = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'timestep-innocent-'));
  const program = programOf({
    name: 'slow-assistant',
    folder,
    run: (port) => ({
      args: [served?.program ?? PROGRAM],
      env: { ...served?.env, ASSISTANT_PORT: port, MODEL_MS: String(modelMs) },
    }),
  });
  const last = new AbortController();
  const over = new AbortController();
  const told: Told[] = [];
  const kills = { killed: 0, terminated: 0 };
  let asked = 0;

  async function askOnce(): Promise<void> {
    asked += 1;
    const question = { messageId: `question-${asked}`, text: 'Is it done?' };
    const answer = await askUntilTold(program.url, question, over.signal);
    if (answer) told.push(answer);
  }

  async function askOn(): Promise<void> {
    while (!last.signal.aborted) await askOnce();
  }

  async function killOnce(): Promise<void> {
    await pause(SHORTEST_LIFE_MS + random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
    const isTerminated = random() < 0.5;
    kills[isTerminated ? 'terminated' : 'killed'] += 1;
    await (isTerminated ? program.terminate(random() * 300) : program.kill());
    await program.start();
  }

  try {
    await program.start();
    const servedAt = Date.now();
    const asking = Array.from({ length: inFlight }, () => askOn());
    while (Date.now() - servedAt < seconds * 1000) {
      await killOnce();
      onKill?.({
        kills: kills.killed + kills.terminated,
        answered: told.length,
        seconds: Math.round((Date.now() - servedAt) / 1000),
      });
    }
    last.abort();
    const startedAt = Date.now();
    const late = setTimeout(() => over.abort(), LAST_ANSWER_MS);
    const untilNow = (): number => Date.now() - startedAt;
    const [attemptMs, lastWaitMs] = await Promise.all([
      askOnce().then(untilNow),
      Promise.all(asking).then(untilNow),
    ]);
    clearTimeout(late);
    return {
      kills,
      tasks: asked,
      lastWaitMs,
      attemptMs,
      seconds: Math.round((Date.now() - begunAt) / 1000),
      breaches: [
        ...findBreaches(asked, told, await tasksAt(program.url)),
        ...findLongWait(lastWaitMs, attemptMs, noticedAfterMs),
      ],
    };
  } finally {
    over.abort();
    await program.kill();
    rmSync(folder, { recursive: true });
  }
}

function findBreaches(asked: number, told: readonly Told[], kept: readonly KeptTask[]): string[] {
  const unfinished = kept.filter(({ state }) => state !== 'TASK_STATE_COMPLETED');
  return [
    ...unfinished.map(({ id, state }) => `task ${id} is ${state}`),
    ...(told.length === asked ? [] : [`${asked - told.length} questions have no answer`]),
    ...(kept.length === asked ? [] : [`${asked} questions made ${kept.length} tasks`]),
  ];
}

const MOST_ATTEMPTS = 2;

/** Returns a breach if a task waited longer than for two attempts, and for the loss to be noticed. */
export function findLongWait(
  waitedMs: number,
  attemptMs: number,
  noticedAfterMs: number,
): string[] {
  if (waitedMs <= noticedAfterMs + MOST_ATTEMPTS * attemptMs) return [];
  return [
    `a task waited ${waitedMs} ms after the last kill, where a new one takes ${attemptMs} ms`,
  ];
}
