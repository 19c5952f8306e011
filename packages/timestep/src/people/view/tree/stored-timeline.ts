import { append, toArray, type Chain } from '#core';
import type { Timeline, TimelineRow } from '../timeline/timeline-row.ts';
import type { StoredTimeline } from '../wire/tree.ts';

/** Converts a timeline to JSON, with its ended rows in the order in which they ended. */
export function timelineToJson(timeline: Timeline): StoredTimeline {
  return { ...timeline, ended: toArray(timeline.ended) };
}

/** Converts a stored timeline to a timeline to which events can be added. */
export function jsonToTimeline(stored: StoredTimeline): Timeline {
  const none: Chain<TimelineRow> | undefined = undefined;
  return {
    ...stored,
    ended: stored.ended.reduce<Chain<TimelineRow> | undefined>(append, none),
  };
}
