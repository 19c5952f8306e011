import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { askUntilTold, tasksAt } from './asking.ts';
import type { PoisonKind } from './poisonous-agent.ts';
import { superviseUntil } from './supervisor.ts';
import type { Told } from './verdict.ts';

export interface CulpritStory {
  readonly kind: PoisonKind;
  /** What a user answers once the task is parked. */
  readonly answer: 'go on' | 'cancel';
  /** The program that serves, and its environment. Default: one whose tasks are in SQLite. */
  readonly served?: { readonly program: string; readonly env: Readonly<Record<string, string>> };
}

export interface CulpritOutcome {
  readonly taskId: string | undefined;
  /** Number of processes that the task ended before it was parked. */
  readonly deaths: number;
  /** Number of other tasks that were answered meanwhile. */
  readonly answered: number;
  readonly seconds: number;
  readonly breaches: readonly string[];
}

/** Number of processes that a task ends before it is parked, and what its process is started with. */
export const POISONS: Readonly<Record<PoisonKind, { deaths: number; flags?: readonly string[] }>> =
  {
    exit: { deaths: 3 },
    throw: { deaths: 3 },
    abort: { deaths: 4 },
    overflow: { deaths: 4, flags: ['--stack-size=1000000'] },
    heap: { deaths: 4, flags: ['--max-old-space-size=150'] },
    kernel: { deaths: 4, flags: ['--import', import.meta.resolve('./fake-memory-events.ts')] },
    loop: { deaths: 4 },
  };

const PROGRAM = fileURLToPath(new URL('poisonous-assistant.ts', import.meta.url));
const BYSTANDERS = 3;
const LONGEST_MS = 240_000;

/** Lets one task end its process again and again, beside others, and answers once it is parked. */
export async function culpritStory(story: CulpritStory): Promise<CulpritOutcome> {
  const { kind, answer, served } = story;
  const begunAt = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'timestep-culprit-'));
  const [harmless, memoryEvents] = [join(folder, 'harmless'), join(folder, 'memory.events')];
  writeFileSync(memoryEvents, 'oom_kill 0\n');
  const over = AbortSignal.timeout(LONGEST_MS);
  const last = new AbortController();
  const told: Told[] = [];
  let asked = 0;
  const supervised = await superviseUntil(last.signal, {
    name: 'poisonous-assistant',
    folder,
    run: (port) => ({
      args: [...(POISONS[kind].flags ?? []), served?.program ?? PROGRAM],
      env: {
        ...served?.env,
        ASSISTANT_PORT: port,
        POISON: kind,
        HARMLESS: harmless,
        MEMORY_EVENTS: memoryEvents,
      },
    }),
  });
  const { url } = supervised;

  async function askOn(): Promise<void> {
    while (!last.signal.aborted) {
      asked += 1;
      const question = { messageId: `question-${asked}`, text: 'Is it done?' };
      const one = await askUntilTold(url, question, over);
      if (one) told.push(one);
    }
  }

  try {
    const asking = Array.from({ length: BYSTANDERS }, () => askOn());
    const parked = await sendUntil(url, { messageId: 'poison', text: 'poison' }, PARKED, over);
    const { deaths } = supervised;
    if (answer === 'go on') writeFileSync(harmless, '');
    const wanted = answer === 'go on' ? 'TASK_STATE_COMPLETED' : 'TASK_STATE_CANCELED';
    const answered = { messageId: 'answer', text: answer, taskId: parked?.id };
    const ended = parked && (await sendUntil(url, answered, wanted, over));
    last.abort();
    await Promise.all(asking);
    return {
      taskId: parked?.id,
      deaths,
      answered: told.length,
      seconds: Math.round((Date.now() - begunAt) / 1000),
      breaches: [
        ...(parked ? [] : [`the task was not parked after ${deaths} crashes`]),
        ...(parked && !ended ? [`the task is not ${wanted} after "${answer}"`] : []),
        ...(deaths === POISONS[kind].deaths ? [] : [`${kind} ended ${deaths} processes`]),
        ...(told.length === asked ? [] : [`${asked - told.length} questions have no answer`]),
        ...told.filter(({ text }) => text !== 'done').map(({ state }) => `a question is ${state}`),
      ],
    };
  } finally {
    last.abort();
    await supervised.stop();
    rmSync(folder, { recursive: true });
  }
}

const PARKED = 'TASK_STATE_INPUT_REQUIRED';
const RETRY_MS = 200;

interface Sent {
  readonly messageId: string;
  readonly text: string;
  readonly taskId?: string | undefined;
}

/** Sends a message until its task has a state. A message that is sent again changes nothing. */
async function sendUntil(
  url: string,
  { messageId, text, taskId }: Sent,
  state: string,
  over: AbortSignal,
): Promise<{ readonly id: string } | undefined> {
  const message = { messageId, role: 'ROLE_USER', parts: [{ text }], ...(taskId && { taskId }) };
  const body = JSON.stringify({ message, configuration: { returnImmediately: true } });
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  while (!over.aborted) {
    try {
      const signal = AbortSignal.timeout(2000);
      await fetch(`${url}/message:send`, { method: 'POST', headers, body, signal });
      const tasks = await tasksAt(url);
      const found = tasks.find((task) => task.messageIds.includes('poison'));
      if (found?.state === state) return found;
    } catch {
      // The server has ended or is stuck.
    }
    await pause(RETRY_MS);
  }
  return undefined;
}
