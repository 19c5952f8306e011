import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasTaskEnded, type Task } from '@timestep-ai/timestep/core';
import type { Backend, ServedAgent } from '@timestep-ai/timestep/port';
import { openMemory, openSqlite } from '@timestep-ai/timestep';
import { createManualClock, type ManualClock } from '@timestep-ai/timestep/testing';
import { drawing } from '../fuzz/random.ts';
import { createHostileAgent } from './hostile-agent.ts';
import { begin, disturb } from './hostile-caller.ts';
import { explainRest } from './judge.ts';

export interface StuckOptions {
  readonly seed: number;
  readonly tasks: number;
  /** Number of the first task, a multiple of 50. Default: 0. */
  readonly from?: number;
  readonly onProgress?: (done: number) => void;
}

/** A task that breaks the rule. */
interface StuckTask {
  readonly index: number;
  readonly runner: RunnerName;
  readonly problem: string;
}

export interface StuckResult {
  readonly tasks: number;
  readonly stuck: readonly StuckTask[];
  /** How many tasks came to rest in which way. */
  readonly tally: Readonly<Record<string, number>>;
}

type RunnerName = 'memory' | 'sqlite';

/** Tasks of one runner, whose trouble must not reach the others. */
const BATCH = 50;
/** Rounds in which callers act, and the time that passes after each. */
const ROUNDS = 4;
const ROUND_MS = 7000;
/** Longer than the time limit of a task, its pauses between attempts and all deadlines. */
const LONG_MS = 150_000;
const LONG_ROUNDS = 3;

/** Runs hostile models, tools and callers; every task must end, or wait with a visible reason. */
export async function findStuckTasks({
  seed,
  tasks,
  from = 0,
  onProgress,
}: StuckOptions): Promise<StuckResult> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-stuck-'));
  const stuck: StuckTask[] = [];
  const tally: Record<string, number> = {};
  try {
    for (let first = from; first < from + tasks; first += BATCH) {
      const runner: RunnerName = (first / BATCH) % 2 === 0 ? 'memory' : 'sqlite';
      const path = join(folder, `${first}.db`);
      const batch = { seed, first, count: Math.min(BATCH, from + tasks - first), runner, path };
      for (const { index, problem, rest } of await runBatch(batch)) {
        tally[rest] = (tally[rest] ?? 0) + 1;
        if (problem !== undefined) stuck.push({ index, runner, problem });
      }
      rmSync(path, { force: true });
      onProgress?.(first + batch.count - from);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { tasks, stuck, tally };
}

interface Batch {
  readonly seed: number;
  readonly first: number;
  readonly count: number;
  readonly runner: RunnerName;
  readonly path: string;
}

interface Judged {
  readonly index: number;
  readonly rest: string;
  readonly problem?: string | undefined;
}

async function runBatch({ seed, first, count, runner, path }: Batch): Promise<readonly Judged[]> {
  const clock = createManualClock(1000);
  const indexes = Array.from({ length: count }, (_, at) => first + at);
  const agents = indexes.map((index) =>
    createHostileAgent(`a${index}`, Math.imul(seed, 7919) ^ index),
  );
  const open = (): Backend => openBackend(runner, { path, agents, clock });
  let backend = open();
  const ids = new Map<number, string>();
  for (const index of indexes) {
    const id = await begin(backend.runner, `a${index}`, `m${index}`, drawing(seed, index));
    if (id !== undefined) ids.set(index, id);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await settle();
    for (const [index, id] of ids) {
      const draw = drawing(seed + 1, index * ROUNDS + round);
      const task = await backend.runner.get(id);
      if (task) disturb(backend.runner, task, `m${index}-${round}`, draw);
    }
    await settle();
    advance(clock, ROUND_MS);
    // A restart resumes what was left alone, so half of the batches have none.
    if (round === 1 && runner === 'sqlite' && (first / BATCH) % 4 === 1) {
      await closeBackend(backend, clock);
      backend = open();
    }
  }
  const judged = await judgeAll(backend, clock, ids);
  if (await closeBackend(backend, clock)) return judged;
  return [...judged, { index: first, rest: 'stuck', problem: 'in a runner that does not close' }];
}

function openBackend(
  runner: RunnerName,
  needs: { path: string; agents: readonly ServedAgent[]; clock: ManualClock },
): Backend {
  const { path, agents, clock } = needs;
  const onError = (): void => undefined;
  if (runner === 'memory') return openMemory({ agents, clock, onError });
  return openSqlite({ path, agents, clock, onError, synchronous: 'NORMAL' });
}

/** Waits until the time for all limits has passed, judges, and then cancels what is left. */
async function judgeAll(
  { runner }: Backend,
  clock: ManualClock,
  ids: ReadonlyMap<number, string>,
): Promise<readonly Judged[]> {
  await passLongTime(clock);
  const judged: Judged[] = [];
  for (const [index, id] of ids) {
    const task = await runner.get(id);
    const rest = task && explainRest(task);
    const problem = rest === undefined ? `is ${describe(task)}` : undefined;
    judged.push({ index, rest: shorten(rest ?? 'stuck'), problem });
  }
  const { total, tasks } = await runner.list({ principal: 'p', pageSize: 100 });
  if (total !== ids.size || tasks.length !== ids.size) {
    judged.push({ index: -1, rest: 'missing', problem: `${tasks.length} of ${ids.size} listed` });
  }
  for (const id of ids.values()) runner.cancel(id).catch(() => undefined);
  await passLongTime(clock);
  for (const [index, id] of ids) {
    const task = await runner.get(id);
    if (task && hasTaskEnded(task)) continue;
    judged.push({ index, rest: 'stuck', problem: `canceled, but is ${describe(task)}` });
  }
  return judged;
}

function describe(task: Task | undefined): string {
  if (!task) return 'gone';
  const calls = task.calls.map(({ call, status }) => `${call.function.name} ${status}`).join(', ');
  return `${task.state} at ${task.generation}, model ${task.model}, calls [${calls}]`;
}

const shorten = (text: string): string => text.split(':')[0] ?? text;

async function passLongTime(clock: ManualClock): Promise<void> {
  for (let round = 0; round < LONG_ROUNDS; round += 1) {
    advance(clock, LONG_MS);
    await settle();
  }
}

/** Shorter than the heartbeat of a runner, which takes a longer step for a frozen process. */
const STEP_MS = 2500;

/** Moves the time in steps, because the work of one timer may set the next. */
function advance(clock: ManualClock, ms: number): void {
  for (let passed = 0; passed < ms; passed += STEP_MS) clock.advance(STEP_MS);
}

const TURNS = 12;

/** Lets the event loop run until work that needs no time is done. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate);
}

/** Closes a runner. False if it does not close in time. */
async function closeBackend(backend: Backend, clock: ManualClock): Promise<boolean> {
  const closed = new AbortController();
  const closing = backend.close(0).finally(() => closed.abort());
  for (let round = 0; round < LONG_ROUNDS && !closed.signal.aborted; round += 1) {
    await settle();
    advance(clock, LONG_MS);
  }
  await settle();
  if (!closed.signal.aborted) return false;
  await closing;
  return true;
}
