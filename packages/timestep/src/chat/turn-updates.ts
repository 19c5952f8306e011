import { isFinal, transcriptOf, type Task } from '../core/index.ts';
import { follow, type Runner, type Step } from '../port/index.ts';
import { contextTokens } from './context-tokens.ts';
import type { ConversationUpdate } from './conversation.ts';

/** The context window of the model in tokens, and the share at which it counts as nearly full. */
export interface Fullness {
  readonly window: () => Promise<number>;
  readonly warnShare: number;
}

/** The events of a turn up to where it stands. */
export async function* pastOfTurn(
  runner: Runner,
  task: Task,
  signal: AbortSignal,
): AsyncGenerator<ConversationUpdate> {
  const leaving = new AbortController();
  try {
    const stopping = AbortSignal.any([signal, leaving.signal]);
    for await (const update of runner.updates(task.id, 0, stopping)) {
      if (update.kind !== 'event') continue;
      yield { kind: 'event', taskId: task.id, event: update.event };
      if (update.event.generation >= task.generation) return;
    }
  } finally {
    leaving.abort();
  }
}

/** What comes of a turn from where it stands, and at its end how full the window is. */
export async function* restOfTurn(
  runner: Runner,
  task: Task,
  fullness: Fullness | undefined,
  signal: AbortSignal,
): AsyncGenerator<ConversationUpdate> {
  let last = task;
  if (!isFinal(task)) {
    for await (const step of follow(runner, task, signal)) {
      yield updateOf(step);
      last = step.task;
    }
  }
  if (!signal.aborted) yield* fillAfter(last, fullness);
}

/** How full the window is after a turn; nothing where the window is not known. */
export async function* fillAfter(
  task: Task | undefined,
  fullness: Fullness | undefined,
): AsyncGenerator<ConversationUpdate> {
  if (!task || !fullness) return;
  const window = await fullness.window();
  const tokens = contextTokens(transcriptOf(task));
  const isNear = tokens >= window * fullness.warnShare;
  yield { kind: 'fill', fill: { tokens, window, isNear } };
}

function updateOf(step: Step): ConversationUpdate {
  const taskId = step.task.id;
  if (step.kind === 'event') return { kind: 'event', taskId, event: step.event };
  const { step: number, attempt, delta } = step;
  return { kind: 'delta', taskId, step: number, attempt, delta };
}
