import { append, omitUndefined, toArray } from '#core';
import { shortenLine } from '#engine/port';
import { addCrashNotes } from './crash-notes.ts';
import type { Timeline, TimelineKind, TimelineRow } from './timeline-row.ts';

/** A timeline without rows. */
export const EMPTY_TIMELINE: Timeline = {
  ended: undefined,
  running: [],
  generation: 0,
  at: 0,
  names: {},
  toolSite: 'server',
  clientTools: [],
};

type NewRow = Omit<TimelineRow, 'from' | 'generation' | 'state' | 'id'>;

export function startRow(timeline: Timeline, row: NewRow): Timeline {
  const { generation, at } = timeline;
  const id = `${row.kind}/${generation}/${row.callId ?? ''}`;
  const { label, detail } = row;
  const made: TimelineRow = {
    ...row,
    label: shortenLine(label),
    ...(detail !== undefined && { detail: shortenLine(detail) }),
    id,
    from: at,
    generation,
    state: 'running',
  };
  return { ...timeline, running: [...timeline.running, made] };
}

export function addMomentRow(
  timeline: Timeline,
  label: string,
  detail?: string,
  callId = '',
): Timeline {
  const { generation, at } = timeline;
  const id = `mark/${generation}/${callId}`;
  const moment = {
    id,
    kind: 'mark',
    label: shortenLine(label),
    from: at,
    to: at,
    state: 'done',
    generation,
  } as const;
  const row = { ...moment, ...(detail !== undefined && { detail: shortenLine(detail) }) };
  return { ...timeline, ended: append(timeline.ended, row) };
}

/** Values of a timeline row that are known only when its step ends, such as its final state and end time. */
interface RowEnd extends Pick<TimelineRow, 'state'> {
  readonly note?: string | undefined;
  readonly awaited?: string | undefined;
  readonly calls?: true | undefined;
  /** End time. Default: the time of the newest event. */
  readonly to?: number | undefined;
  readonly detail?: string | undefined;
  readonly tokens?: number | undefined;
  readonly costUsd?: number | undefined;
}

export function endMatchingRows(
  timeline: Timeline,
  isMatch: (row: TimelineRow) => boolean,
  ending: RowEnd,
): Timeline {
  const detail = ending.detail === undefined ? undefined : shortenLine(ending.detail);
  const end = { ...omitUndefined({ ...ending, detail }), to: ending.to ?? timeline.at };
  let { ended: before } = timeline;
  const running: TimelineRow[] = [];
  for (const row of timeline.running) {
    if (isMatch(row)) before = append(before, { ...row, ...end });
    else running.push(row);
  }
  return { ...timeline, ended: before, running };
}

/** Adds a row that has already ended, such as a time without a process. */
export function addEndedRow(
  timeline: Timeline,
  row: Omit<TimelineRow, 'id' | 'to' | 'generation'>,
): Timeline {
  const { generation, at } = timeline;
  const ended: TimelineRow = { ...row, id: `${row.kind}/${generation}/`, to: at, generation };
  return { ...timeline, ended: append(timeline.ended, ended) };
}

/** Ends the running rows of a kind; with `callId`, only those of one tool call. */
export function endRowsOfKind(
  timeline: Timeline,
  kind: TimelineKind,
  ending: RowEnd,
  callId?: string,
): Timeline {
  const isCall = (row: TimelineRow): boolean => callId === undefined || row.callId === callId;
  return endMatchingRows(timeline, (row) => row.kind === kind && isCall(row), ending);
}

/**
 * Lists all rows in the order of their start. A call that waits for a task is merged into one row
 * that ends with the task.
 */
export function listTimelineRows({ ended: past, running }: Timeline): readonly TimelineRow[] {
  const rows = addCrashNotes(
    [...toArray(past), ...running].toSorted((one, other) => one.generation - other.generation),
  );
  if (!rows.some(({ kind }) => kind === 'task')) return rows;
  const calls = getCallKeys(rows);
  const waits = new Set(rows.flatMap(({ kind }, at) => (kind === 'task' && calls[at]) || []));
  const isPart = ({ kind, state }: TimelineRow, at: number): boolean =>
    kind === 'tool' && state === 'done' && waits.has(calls[at] ?? '');
  const starts = new Map<string, number>();
  rows.forEach((row, at) => {
    const call = calls[at];
    if (call !== undefined && isPart(row, at) && !starts.has(call)) starts.set(call, row.from);
  });
  return rows.flatMap((row, at): readonly TimelineRow[] => {
    if (isPart(row, at)) return [];
    const start = row.kind === 'task' ? starts.get(calls[at] ?? '') : undefined;
    return [start === undefined ? row : { ...row, from: Math.min(start, row.from) }];
  });
}

/** Each key contains the number of the step, because some models use a call id again in later steps. */
function getCallKeys(rows: readonly TimelineRow[]): readonly (string | undefined)[] {
  let step = 0;
  return rows.map(({ kind, callId }) => {
    if (kind === 'model') step += 1;
    return callId === undefined ? undefined : `${step}/${callId}`;
  });
}
