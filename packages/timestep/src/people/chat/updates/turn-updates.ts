import { isFinal, buildTranscript, type Task } from '#core';
import { subscribeToTask, type Runner, type TaskStep } from '#engine/port';
import { estimateTokens } from '../compaction/context-tokens.ts';
import type { ConversationUpdate } from '../conversation/conversation.ts';

/** Size of the context window in tokens, and the share at which it counts as nearly full. */
export interface FillOptions {
  readonly window: () => Promise<number>;
  readonly warnShare: number;
}

/** Yields the past events of a turn, up to the task's current generation. */
export async function* readPastEvents(
  runner: Runner,
  task: Task,
  signal: AbortSignal,
): AsyncGenerator<ConversationUpdate> {
  const leaving = new AbortController();
  try {
    const stopping = AbortSignal.any([signal, leaving.signal]);
    for await (const update of runner.subscribe(task.id, 0, stopping)) {
      if (update.kind !== 'event') continue;
      yield { kind: 'event', taskId: task.id, event: update.event };
      if (update.event.generation >= task.generation) return;
    }
  } finally {
    leaving.abort();
  }
}

/** Yields the future updates of a turn and, after its end, the use of the context window. */
export async function* readFutureUpdates(
  runner: Runner,
  task: Task,
  fullness: FillOptions | undefined,
  signal: AbortSignal,
): AsyncGenerator<ConversationUpdate> {
  let last = task;
  if (!isFinal(task)) {
    for await (const step of subscribeToTask(runner, task, signal)) {
      yield stepToUpdate(step);
      last = step.task;
    }
  }
  if (!signal.aborted) yield* readContextFill(last, fullness);
}

/** Yields the use of the context window after a turn, if the size of the window is known. */
export async function* readContextFill(
  task: Task | undefined,
  fullness: FillOptions | undefined,
): AsyncGenerator<ConversationUpdate> {
  if (!task || !fullness) return;
  const window = await fullness.window();
  const tokens = estimateTokens(buildTranscript(task));
  const isNear = tokens >= window * fullness.warnShare;
  yield { kind: 'fill', fill: { tokens, window, isNear } };
}

function stepToUpdate(step: TaskStep): ConversationUpdate {
  const taskId = step.task.id;
  if (step.kind === 'event') return { kind: 'event', taskId, event: step.event };
  const { step: number, attempt, delta } = step;
  return { kind: 'delta', taskId, step: number, attempt, delta };
}
