import { TimestepError } from '../../core/index.ts';
import type { TraceStore } from '../../port/index.ts';
import type { SpansSent } from '../send-spans.ts';
import type { Span } from '../span.ts';
import type { DueTask, DueTasks } from './due-tasks.ts';
import type { FollowedLogs, ReadPart } from './followed-logs.ts';
import type { Losses } from './losses.ts';

/** Where spans go; resolves to what became of them, and rejects with the reason of `signal` only. */
export type SendBatch = (spans: readonly Span[], signal: AbortSignal) => Promise<SpansSent>;

export interface ExportSite {
  readonly due: DueTasks;
  readonly logs: FollowedLogs;
  readonly traces: TraceStore;
  readonly send: SendBatch;
  readonly losses: Losses;
  readonly signal: AbortSignal;
}

/** Requests get their turn after so many tasks, whose spans take less time than the text of a batch does. */
const AT_A_TIME = 16;

/** About so many spans are in memory at a time, and are at risk when the process dies. */
const MOST_SPANS = 512;

/**
 * Exports what is due, batch after batch. A part of a log is claimed before its spans are sent; where that
 * fails, the tasks are due again, and this rejects.
 */
export async function exportDue(site: ExportSite): Promise<void> {
  let spans: number;
  do {
    spans = await exportBatch(site);
  } while (spans >= MOST_SPANS && !site.signal.aborted);
}

/** Returns how many spans the batch had. */
async function exportBatch({
  due,
  logs,
  traces,
  send,
  losses,
  signal,
}: ExportSite): Promise<number> {
  const parts: ReadPart[] = [];
  const taken: DueTask[] = [];
  let claimed: readonly number[];
  let count = 0;
  try {
    while (count < MOST_SPANS) {
      const task = due.next();
      if (!task) break;
      taken.push(task);
      if (taken.length % AT_A_TIME === 0) await new Promise(setImmediate);
      const part = await readPart(logs, task, MOST_SPANS - count);
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
  const spans = unclaimed(parts, claimed);
  if (spans.length === 0) return count;
  const problem = 'the process ended before the collector had taken them';
  const lost = { accepted: 0, dropped: spans.length, problem };
  losses.note(await send(spans, signal).catch(() => lost));
  return count;
}

/** The spans that ended after what had been claimed of each part. */
function unclaimed(parts: readonly ReadPart[], claimed: readonly number[]): readonly Span[] {
  const spans: Span[] = [];
  parts.forEach(({ ended }, at) => {
    const before = claimed[at] ?? 0;
    for (const { span, generation } of ended) if (generation > before) spans.push(span);
  });
  return spans;
}

/** What is new of a task; `undefined` also where it was erased meanwhile. */
async function readPart(
  logs: FollowedLogs,
  task: DueTask,
  mostSpans: number,
): Promise<ReadPart | undefined> {
  try {
    return await logs.read(task, mostSpans);
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown) || thrown.code !== 'task-not-found') throw thrown;
    logs.forget(task.taskId);
    return undefined;
  }
}
