import type { EntryPoint } from '#core';

/**
 * The work of one agent in one hour: ended tasks, or calls of one model, whose durations are in
 * one range. Counts are stored with the events that they count, and kept longer than the tasks.
 */
export interface WorkCount {
  /** Start of the hour in milliseconds since the epoch. */
  readonly hour: number;
  readonly kind: 'task' | 'model';
  readonly agent: string;
  /** The called model as `provider/model`. Empty for tasks, and for models without a name. */
  readonly model: string;
  /**
   * Number of the range of durations, as `getDurationBucket` returns it, into which the counted tasks or calls
   * fall.
   */
  readonly range: number;
  readonly count: number;
  /** Number of the counted tasks or calls that failed. */
  readonly failed: number;
  readonly inputTokens: number;
  /** Input tokens that were read from the provider's cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Known cost in US dollars. */
  readonly costUsd: number;
  /** Number of calls whose price is unknown. */
  readonly unpriced: number;
}

/** How often one agent called another one in a period. Kept longer than the tasks of the calls. */
export interface CallCount {
  /** Name of the calling agent, as its message says it. */
  readonly caller: string;
  readonly agent: string;
  readonly calls: number;
}

/** A period, in milliseconds since the epoch. It contains the hours that begin in it. */
export interface WorkPeriod {
  readonly since: number;
  readonly until: number;
}

/** Number of tasks that have the same agent, state and entry protocol. */
export interface TaskGroupCount {
  readonly agent: string;
  readonly state: string;
  /**
   * Protocol or other way by which the tasks arrived. Undefined for tasks of earlier releases, and for
   * messages that the server itself sent.
   */
  readonly entry?: EntryPoint;
  /** Whether other agents sent the messages that started these tasks. */
  readonly isAsked?: true;
  readonly tasks: number;
}

/** Milliseconds of an hour, by which work is counted. */
export const HOUR_MS = 3_600_000;

/** Ratio of the upper bounds of two neighboring duration ranges in the work statistics. */
const RANGE_FACTOR = 1.25;

/** Returns the number of the range that a duration in milliseconds is in, from 0. */
export function getDurationBucket(ms: number): number {
  return ms < 1 ? 0 : 1 + Math.floor(Math.log(ms) / Math.log(RANGE_FACTOR));
}

/** Returns the middle of a range of durations, in milliseconds; it is at most an eighth off. */
export function getBucketMiddleMs(range: number): number {
  return range === 0 ? 0 : RANGE_FACTOR ** (range - 0.5);
}
