import { append, toArray } from '#core';
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
  const row: TimelineRow = {
    id: `mark/${generation}/${callId}`,
    kind: 'mark',
    label,
    from: at,
    to: at,
    state: 'done',
    generation,
    ...(detail !== undefined && { detail }),
  };
  return { ...timeline, ended: append(timeline.ended, row) };
}

/** The final state of running rows, and the values known only at their end. */
type RowEnd = Pick<TimelineRow, 'state'> &
  Partial<Pick<TimelineRow, 'detail' | 'tokens' | 'costUsd'>>;

export function endRows(
  timeline: Timeline,
  isMatch: (row: TimelineRow) => boolean,
  ending: RowEnd,
): Timeline {
  let { ended: before } = timeline;
  const running: TimelineRow[] = [];
  for (const row of timeline.running) {
    if (isMatch(row)) before = append(before, { ...row, ...ending, to: timeline.at });
    else running.push(row);
  }
  return { ...timeline, ended: before, running };
}

export function createRowMatcher(
  kind: TimelineKind,
  callId?: string,
): (row: TimelineRow) => boolean {
  return (row) => row.kind === kind && (callId === undefined || row.callId === callId);
}

/** Lists all rows in the order in which they started. */
export function listTimelineRows({ ended: past, running }: Timeline): readonly TimelineRow[] {
  return [...toArray(past), ...running].toSorted((one, other) => one.generation - other.generation);
}
