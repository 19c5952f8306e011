import { formatForeignLine } from '#core';
import {
  formatCost,
  formatElapsed,
  getRowName,
  getRowNote,
  jsonToTimeline,
  listRunRows,
  listTimelineRows,
  type RunRow,
  type TaskTree,
} from '#people/view';
import { formatCount } from '../../options/quantity.ts';

const MIN_LABEL_WIDTH = 30;
/** Width, in terminal columns, of the time and the cost at the end of a row. */
const FIGURES_WIDTH = 22;

/**
 * Formats a task and all tasks that its calls started, in lines of at most `columns` columns: which agent
 * asked which and what, how long each step took and what it cost, and what was repeated after a crash.
 * Running steps end at `now`.
 */
export function formatTaskTreeLines(
  { tasks, totals, isCut }: TaskTree,
  now: number,
  columns: number,
): string[] {
  const run = tasks.map(({ timeline, state: _state, ...task }) => {
    return { ...task, rows: listTimelineRows(jsonToTimeline(timeline)) };
  });
  const closed = run.filter(({ depth }) => depth > 2).map(({ id }) => id);
  const width = Math.max(MIN_LABEL_WIDTH, columns - FIGURES_WIDTH);
  const rows = listRunRows({ tasks: run }, new Set(closed)).filter(
    ({ row }) => row.kind !== 'mark',
  );
  const waited =
    totals.personMs > 0 ? ` (${formatElapsed(totals.personMs)} waiting for a person)` : '';
  const cost = totals.costUsd === null ? 'cost unknown' : formatCost(totals.costUsd);
  return [
    `Run: ${formatCount(totals.agents, 'agent')}, ${formatCount(totals.tasks, 'task')}, ${formatElapsed(totals.wallMs)}${waited}, ${totals.tokens.toLocaleString('en')} tokens, ${cost}`,
    ...rows.map((shown) => formatRunRow(shown, now, width)),
    ...(totals.unknownTasks > 0
      ? [`Not counted: ${formatCount(totals.unknownTasks, 'task')} on other servers.`]
      : []),
    ...(isCut ? ['Further tasks are not shown.'] : []),
  ];
}

function formatRunRow(shown: RunRow, now: number, width: number): string {
  const { row, depth, task, spent } = shown;
  const { from, to = now, attempt = 1 } = row;
  const note = getRowNote(shown);
  const parts = [
    getRowName(row, task?.agent),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(row.state === 'done' || row.kind === 'crash' ? [] : [row.state]),
    ...(note === undefined ? [] : [note]),
  ];
  const label = shortenToWidth(
    `${'  '.repeat(depth + 1)}${formatForeignLine(parts.join('  '))}`,
    width,
  );
  const cost = spent ? spent.costUsd : row.costUsd;
  const time = formatElapsed(Math.max(0, to - from));
  return `${label.padEnd(width)} ${time.padStart(10)}  ${cost ? formatCost(cost) : ''}`.trimEnd();
}

function shortenToWidth(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
