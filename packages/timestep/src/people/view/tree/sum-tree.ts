import type { TimelineKind, TimelineRow } from '../timeline/timeline-row.ts';
import type { TreeTotals } from '../wire/tree.ts';
import { sumSpanLengths, subtractSpans, uniteSpans, type Span } from './spans.ts';

/** The timeline rows of one task of a tree. */
export interface SummedTask {
  readonly id: string;
  readonly agent: string;
  readonly createdAt: number;
  readonly rows: readonly TimelineRow[];
}

const WORK: readonly TimelineKind[] = ['model', 'tool', 'client'];
const PERSON: readonly TimelineKind[] = ['approval', 'question'];

/**
 * Sums up the tasks of a tree, of which the first is the root. `now` is the end time of running
 * rows.
 */
export function sumTree(tasks: readonly SummedTask[], now: number): TreeTotals {
  const rows = tasks.flatMap((task) => task.rows);
  const start = tasks[0]?.createdAt ?? now;
  const end = rows.reduce((latest, { to = now }) => Math.max(latest, to), start);
  const work = uniteSpans(listSpans(rows, WORK, now));
  const asked = uniteSpans(listSpans(rows, PERSON, now));
  const models = rows.filter(({ kind, asksAgent }) => kind === 'model' && !asksAgent);
  const known = new Set(tasks.map(({ id }) => id));
  const awaited = new Set(rows.flatMap((row) => row.awaited ?? []));
  const isUnpriced = models.some(({ tokens, costUsd }) => tokens !== undefined && costUsd == null);
  return {
    tasks: tasks.length,
    unknownTasks: awaited.difference(known).size,
    agents: new Set(tasks.map(({ agent }) => agent)).size,
    wallMs: end - start,
    workMs: sumSpanLengths(work),
    personMs: sumSpanLengths(subtractSpans(asked, work)),
    modelCalls: models.length,
    toolCalls: rows.filter(isToolCall).length,
    tokens: rows.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
    costUsd: isUnpriced ? null : rows.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0),
  };
}

/**
 * Lists the times at which nothing was running: a user was asked, or no process executed the tasks.
 */
export function listQuietSpans(
  tasks: readonly Pick<SummedTask, 'rows'>[],
  now: number,
): readonly Span[] {
  const rows = tasks.flatMap((task) => task.rows);
  const work = uniteSpans(listSpans(rows, WORK, now));
  return subtractSpans(uniteSpans(listSpans(rows, [...PERSON, 'crash'], now)), work);
}

/** Whether a row is a call of a tool, not of an agent. */
function isToolCall({ kind, asksAgent }: TimelineRow): boolean {
  return (kind === 'tool' || kind === 'client') && !asksAgent;
}

/**
 * Lists the times at which rows of these kinds ran. Agent calls are omitted, because their tasks
 * have rows.
 */
function listSpans(
  rows: readonly TimelineRow[],
  kinds: readonly TimelineKind[],
  now: number,
): readonly Span[] {
  return rows
    .filter(({ kind, asksAgent }) => kinds.includes(kind) && !(asksAgent && WORK.includes(kind)))
    .map(({ from, to = now }) => ({ from, to: Math.max(from, to) }));
}
