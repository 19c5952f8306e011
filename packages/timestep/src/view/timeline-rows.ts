import { append, toArray } from '../core/index.ts';
import type { Timeline, TimelineKind, TimelineRow } from './timeline-row.ts';

/** A timeline without an event. */
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

/** The timeline with something that begins with its newest event. */
export function begun(timeline: Timeline, row: NewRow): Timeline {
  const { generation, at } = timeline;
  const id = `${row.kind}/${generation}/${row.callId ?? ''}`;
  const made: TimelineRow = { ...row, id, from: at, generation, state: 'running' };
  return { ...timeline, running: [...timeline.running, made] };
}

/** The timeline with something that happened at one moment. */
export function marked(timeline: Timeline, label: string, detail?: string, callId = ''): Timeline {
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

/** How running rows end: their state, and what is known then. */
type Ending = Pick<TimelineRow, 'state'> &
  Partial<Pick<TimelineRow, 'detail' | 'tokens' | 'costUsd'>>;

/** The timeline in which those running rows have ended that are meant. */
export function ended(
  timeline: Timeline,
  isMeant: (row: TimelineRow) => boolean,
  ending: Ending,
): Timeline {
  let { ended: before } = timeline;
  const running: TimelineRow[] = [];
  for (const row of timeline.running) {
    if (isMeant(row)) before = append(before, { ...row, ...ending, to: timeline.at });
    else running.push(row);
  }
  return { ...timeline, ended: before, running };
}

/** True for rows of a kind, and of a call where one is named. */
export function rowOf(kind: TimelineKind, callId?: string): (row: TimelineRow) => boolean {
  return (row) => row.kind === kind && (callId === undefined || row.callId === callId);
}

/** All rows in the order in which they began. */
export function rowsOfTimeline({ ended: past, running }: Timeline): readonly TimelineRow[] {
  return [...toArray(past), ...running].toSorted((one, other) => one.generation - other.generation);
}
