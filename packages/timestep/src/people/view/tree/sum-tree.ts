import type { TimelineKind, TimelineRow } from '../timeline-row.ts';
import type { TreeTotals } from '../wire/tree.ts';
import { measureUnion, subtractSpans, uniteSpans, type Span } from './spans.ts';

/** The rows of one task of a tree. */
export interface SummedTask {
  readonly agent: string;
  readonly createdAt: number;
  readonly rows: readonly TimelineRow[];
}

const WORK: readonly TimelineKind[] = ['model', 'tool', 'client'];
const PERSON: readonly TimelineKind[] = ['approval', 'question'];

/** Adds up the tasks of a tree, of which the first is the root. `now`: the end of what is running. */
export function sumTree(tasks: readonly SummedTask[], now: number): TreeTotals {
  const rows = tasks.flatMap((task) => task.rows);
  const start = tasks[0]?.createdAt ?? now;
  const end = rows.reduce((latest, { to = now }) => Math.max(latest, to), start);
  const work = uniteSpans(listSpans(rows, WORK, now));
  const asked = uniteSpans(listSpans(rows, PERSON, now));
  const models = rows.filter(({ kind }) => kind === 'model');
  const isUnpriced = models.some(({ tokens, costUsd }) => tokens !== undefined && costUsd == null);
  return {
    tasks: tasks.length,
    agents: new Set(tasks.map(({ agent }) => agent)).size,
    wallMs: end - start,
    workMs: measureUnion(work),
    personMs: measureUnion(subtractSpans(asked, work)),
    modelCalls: models.length,
    toolCalls: rows.filter(isToolCall).length,
    tokens: rows.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
    costUsd: isUnpriced ? null : rows.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0),
  };
}

/** Lists when nothing was running, because a person was asked or no process worked on the tasks. */
export function listQuietSpans(
  tasks: readonly Pick<SummedTask, 'rows'>[],
  now: number,
): readonly Span[] {
  const rows = tasks.flatMap((task) => task.rows);
  const work = uniteSpans(listSpans(rows, WORK, now));
  return subtractSpans(uniteSpans(listSpans(rows, [...PERSON, 'crash'], now)), work);
}

/** Whether a row is a call of a tool, here or in a client. */
function isToolCall({ kind, asksAgent }: TimelineRow): boolean {
  return (kind === 'tool' || kind === 'client') && !asksAgent;
}

/** Lists when rows of these kinds ran. Calls of agents are counted by the rows of the agents. */
function listSpans(
  rows: readonly TimelineRow[],
  kinds: readonly TimelineKind[],
  now: number,
): readonly Span[] {
  return rows
    .filter(({ kind, asksAgent }) => kinds.includes(kind) && !(asksAgent && WORK.includes(kind)))
    .map(({ from, to = now }) => ({ from, to: Math.max(from, to) }));
}
