import { append, omitUndefined, toArray } from '#core';
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
  const made: TimelineRow = { ...row, id, from: at, generation, state: 'running' };
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
  const moment = { id, kind: 'mark', label, from: at, to: at, state: 'done', generation } as const;
  const row = { ...moment, ...(detail !== undefined && { detail }) };
  return { ...timeline, ended: append(timeline.ended, row) };
}

/** The final state of running rows, and the values known only at their end. */
interface RowEnd extends Pick<TimelineRow, 'state'> {
  readonly detail?: string | undefined;
  readonly tokens?: number | undefined;
  readonly costUsd?: number | undefined;
}

export function endRows(
  timeline: Timeline,
  isMatch: (row: TimelineRow) => boolean,
  ending: RowEnd,
): Timeline {
  const end = { ...omitUndefined(ending), to: timeline.at };
  let { ended: before } = timeline;
  const running: TimelineRow[] = [];
  for (const row of timeline.running) {
    if (isMatch(row)) before = append(before, { ...row, ...end });
    else running.push(row);
  }
  return { ...timeline, ended: before, running };
}

/** Ends the running rows of a kind; with `callId`, only those of one tool call. */
export function endRowsOf(
  timeline: Timeline,
  kind: TimelineKind,
  ending: RowEnd,
  callId?: string,
): Timeline {
  const isCall = (row: TimelineRow): boolean => callId === undefined || row.callId === callId;
  return endRows(timeline, (row) => row.kind === kind && isCall(row), ending);
}

/** Lists all rows in the order in which they started. */
export function listTimelineRows({ ended: past, running }: Timeline): readonly TimelineRow[] {
  return [...toArray(past), ...running].toSorted((one, other) => one.generation - other.generation);
}
