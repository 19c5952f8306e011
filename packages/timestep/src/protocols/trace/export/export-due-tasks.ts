import { TimestepError } from '#core';
import type { TraceStore } from '#engine/port';
import type { SendResult } from '../send-spans.ts';
import type { Span } from '../span.ts';
import type { DueTask, DueTasks } from './due-tasks.ts';
import type { FollowedLogs, LogPart } from './followed-logs.ts';
import { createLostSpansResult, type LossReporter } from './loss-reporter.ts';

/** Sends spans. Rejects only with the reason of `signal`. */
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
 * Number of tasks to export at a time. Between two batches the process can do other work, such as
 * answering requests.
 */
const TASKS_PER_TURN = 16;

/** Maximum number of spans in memory, which a crash would lose. */
const MAX_SPANS = 512;

/** Exports due tasks. Parts of logs are claimed first; if claiming fails, their tasks become due again. */
export async function exportDueTasks(deps: ExportDeps): Promise<void> {
  let spans: number;
  do {
    spans = await exportOneBatch(deps);
  } while (spans >= MAX_SPANS && !deps.signal.aborted);
}

async function exportOneBatch(deps: ExportDeps): Promise<number> {
  const { due, logs, traces, send, losses, signal } = deps;
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
  const lost = createLostSpansResult(spans);
  losses.record(await send(spans, signal).catch(() => lost));
  return count;
}

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

/** Reads new spans of a task. Undefined if none can be read at present, or if the task was deleted. */
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
