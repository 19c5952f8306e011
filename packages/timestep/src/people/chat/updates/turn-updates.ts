import { hasTaskEnded, buildTranscript, type Task } from '#core';
import { subscribeToTask, type Runner, type TaskStep } from '#engine/port';
import { estimateContextTokens } from '../compaction/context-tokens.ts';
import type { CompactionOptions, ConversationUpdate } from '../conversation/conversation.ts';

const WARN_SHARE = 0.7;

/** Yields the past events of a turn, up to the newest event of the given task. */
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

/** Yields the future updates of a turn and, after its end, how full the context window is. */
export async function* readFutureUpdates(
  runner: Runner,
  task: Task,
  compaction: CompactionOptions | undefined,
  signal: AbortSignal,
): AsyncGenerator<ConversationUpdate> {
  let last = task;
  if (!hasTaskEnded(task)) {
    for await (const step of subscribeToTask(runner, task, signal)) {
      yield stepToUpdate(step);
      last = step.task;
    }
  }
  if (!signal.aborted) yield* readContextUsage(last, compaction);
}

/** Yields how full the context window is after a turn, if the size of the window is known. */
export async function* readContextUsage(
  task: Task | undefined,
  compaction: CompactionOptions | undefined,
): AsyncGenerator<ConversationUpdate> {
  if (!task || !compaction) return;
  const window = await getContextWindow(compaction);
  const tokens = estimateContextTokens(buildTranscript(task));
  const isNear = tokens >= window * (compaction.warnShare ?? WARN_SHARE);
  yield { kind: 'fill', fill: { tokens, window, isNear } };
}

export async function getContextWindow({ window }: CompactionOptions): Promise<number> {
  return typeof window === 'number' ? window : window();
}

function stepToUpdate(step: TaskStep): ConversationUpdate {
  const taskId = step.task.id;
  if (step.kind === 'event') return { kind: 'event', taskId, event: step.event };
  const { step: number, attempt, delta } = step;
  return { kind: 'delta', taskId, step: number, attempt, delta };
}
