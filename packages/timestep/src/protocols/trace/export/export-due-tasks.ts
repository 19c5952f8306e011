import { TimestepError } from '../../../core/index.ts';
import type { TraceStore } from '../../../engine/port/index.ts';
import type { SendResult } from '../send-spans.ts';
import type { Span } from '../span.ts';
import type { DueTask, DueTasks } from './due-tasks.ts';
import type { FollowedLogs, LogPart } from './followed-logs.ts';
import type { LossReporter } from './loss-reporter.ts';

/**
 * Sends a batch of spans and resolves with the result. Rejects only with the reason of `signal`.
 */
export type SendBatch = (spans: readonly Span[], signal: AbortSignal) => Promise<SendResult>;

export interface ExportDeps {
  readonly due: DueTasks;
  readonly logs: FollowedLogs;
  readonly traces: TraceStore;
  readonly send: SendBatch;
  readonly losses: LossReporter;
  readonly signal: AbortSignal;
}

/**
 * Number of tasks after which other work, such as requests, gets a turn. Their spans take less time
 * than the text of a batch.
 */
const TASKS_PER_TURN = 16;

/** Approximate maximum number of spans in memory. They are lost if the process crashes. */
const MAX_SPANS = 512;

/**
 * Exports all due tasks in batches. Each part of a log is claimed before its spans are sent. If a
 * claim fails, the tasks become due again and this rejects.
 */
export async function exportDueTasks(deps: ExportDeps): Promise<void> {
  let spans: number;
  do {
    spans = await exportBatch(deps);
  } while (spans >= MAX_SPANS && !deps.signal.aborted);
}

/** Exports one batch and resolves with its number of spans. */
async function exportBatch({
  due,
  logs,
  traces,
  send,
  losses,
  signal,
}: ExportDeps): Promise<number> {
  const parts: LogPart[] = [];
  const taken: DueTask[] = [];
  let claimed: readonly number[];
  let count = 0;
  try {
    while (count < MAX_SPANS) {
      const task = due.takeNext();
      if (!task) break;
      taken.push(task);
      if (taken.length % TASKS_PER_TURN === 0) await new Promise(setImmediate);
      const part = await readNewSpans(logs, task, MAX_SPANS - count);
      if (!part) continue;
      if (part.isPart) due.add(task);
      if (part.ended.length > 0 || part.hasEnded) parts.push(part);
      count += part.ended.length;
    }
    if (parts.length === 0) return 0;
    claimed = await traces.claim(parts);
  } catch (thrown) {
    for (const task of taken) {
      logs.forget(task.taskId);
      due.add(task);
    }
    throw thrown;
  }
  const spans = listUnclaimedSpans(parts, claimed);
  if (spans.length === 0) return count;
  const problem = 'the process ended before the collector received them';
  const lost = { accepted: 0, dropped: spans.length, problem };
  losses.record(await send(spans, signal).catch(() => lost));
  return count;
}

/** Returns the spans that ended after the part of the log that was already claimed. */
function listUnclaimedSpans(
  parts: readonly LogPart[],
  claimed: readonly number[],
): readonly Span[] {
  const spans: Span[] = [];
  parts.forEach(({ ended }, at) => {
    const before = claimed[at] ?? 0;
    for (const { span, generation } of ended) if (generation > before) spans.push(span);
  });
  return spans;
}

/**
 * Reads the new spans of a task. Resolves with `undefined` if nothing can be read now or the task
 * was deleted.
 */
async function readNewSpans(
  logs: FollowedLogs,
  task: DueTask,
  maxSpans: number,
): Promise<LogPart | undefined> {
  try {
    return await logs.readNew(task, maxSpans);
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown) || thrown.code !== 'task-not-found') throw thrown;
    logs.forget(task.taskId);
    return undefined;
  }
}
