import { isFinal, isInterrupted, isSuspended, type NumberedEvent } from '../../core/index.ts';
import type { StoredTasks } from '../../port/index.ts';
import type { Span } from '../span.ts';
import { growingSpans, type GrowingSpans, type KnownTrace } from '../spans-of.ts';
import type { SpanOptions } from '../spans-in-progress.ts';
import type { DueTask } from './due-tasks.ts';
import { isSampled, type Sampler } from './sampler.ts';

/** Spans that ended, and with which event of the log. */
interface EndedSpan {
  readonly span: Span;
  readonly generation: number;
}

/** What was read of one task. */
export interface ReadPart {
  readonly taskId: string;
  /** Up to which the log was read. */
  readonly generation: number;
  readonly ended: readonly EndedSpan[];
  readonly hasEnded: boolean;
  /** Whether the log may be longer: reading stopped at the bound. */
  readonly isPart: boolean;
}

/** The logs of tasks that go on, each with what is known of its spans. */
export interface FollowedLogs {
  /**
   * Reads what is new of a task until so many spans have ended; `undefined` where the task waits for its
   * turn, because too many are followed, or where it is gone.
   */
  readonly read: (task: DueTask, mostSpans: number) => Promise<ReadPart | undefined>;
  /** The task is read from its beginning when it is read again. */
  readonly forget: (taskId: string) => void;
}

/** Where logs are read. */
export type ReadableLogs = Pick<StoredTasks, 'events' | 'eventsAtOnce'>;

export interface FollowedLogsSite {
  readonly tasks: ReadableLogs;
  readonly sampler: Sampler;
  readonly spanOptions: SpanOptions;
  /** How many tasks are followed at a time. */
  readonly most: number;
}

/** Events after which other work gets its turn. */
const AT_A_TIME = 50;

interface Followed {
  readonly spans: GrowingSpans;
  generation: number;
}

interface Reading {
  readonly tasks: ReadableLogs;
  readonly taskId: string;
  readonly log: Followed;
  readonly ended: EndedSpan[];
  readonly mostSpans: number;
}

/**
 * Follows tasks so that each event is read once. Where more tasks go on than may be followed, those that
 * wait are forgotten first, and further ones are read when they have ended: so the cost of an event does
 * not grow with the length of its task.
 */
export function followLogs({ tasks, sampler, spanOptions, most }: FollowedLogsSite): FollowedLogs {
  /** The least recently read first. */
  const followed = new Map<string, Followed>();

  function follow(taskId: string, hasEnded: boolean): Followed | undefined {
    const known = followed.get(taskId);
    followed.delete(taskId);
    if (!known && followed.size >= most && !makeRoom() && !hasEnded) return undefined;
    const log = known ?? { spans: growingSpans(spanOptions), generation: 0 };
    followed.set(taskId, log);
    return log;
  }

  function makeRoom(): boolean {
    for (const [taskId, { spans }] of followed) {
      const task = spans.known()?.task;
      if (task && !(isInterrupted(task) || isSuspended(task))) continue;
      return followed.delete(taskId);
    }
    return false;
  }

  return {
    async read({ taskId, hasEnded }, mostSpans) {
      const log = follow(taskId, hasEnded);
      if (!log) return undefined;
      const ended: EndedSpan[] = [];
      const reading: Reading = { tasks, taskId, log, ended, mostSpans };
      const isPart = await (tasks.eventsAtOnce ? readAtOnce(reading) : readEach(reading));
      const known = log.spans.known();
      if (!known) return undefined;
      const isOver = isFinal(known.task);
      if (isOver) followed.delete(taskId);
      return {
        taskId,
        generation: log.generation,
        ended: isExported(known, sampler) ? ended : [],
        hasEnded: isOver,
        isPart: isPart && !isOver,
      };
    },
    forget: (taskId) => void followed.delete(taskId),
  };
}

/** Returns whether reading stopped at the bound, before the end of the log. */
async function readEach(reading: Reading): Promise<boolean> {
  const { tasks, taskId, log } = reading;
  for await (const event of tasks.events(taskId, log.generation)) {
    if (isEnough(reading, event)) return true;
    if (event.generation % AT_A_TIME === 0) await new Promise(setImmediate);
  }
  return false;
}

/** The same without waiting for each event, which takes longer than to make spans of it. */
async function readAtOnce(reading: Reading): Promise<boolean> {
  const { tasks, taskId, log } = reading;
  for (;;) {
    const page = tasks.eventsAtOnce?.(taskId, log.generation, AT_A_TIME) ?? [];
    for (const event of page) if (isEnough(reading, event)) return true;
    if (page.length < AT_A_TIME) return false;
    await new Promise(setImmediate);
  }
}

/** Takes in an event, and returns whether as many spans have ended as are wanted. */
function isEnough({ log, ended, mostSpans }: Reading, event: NumberedEvent): boolean {
  const { generation } = event;
  log.generation = generation;
  for (const span of log.spans.take(event)) ended.push({ span, generation });
  return ended.length >= mostSpans;
}

function isExported({ traceId, caller }: KnownTrace, sampler: Sampler): boolean {
  const isUnsampled = caller ? caller.isUnsampled === true : undefined;
  return isSampled({ traceId, isUnsampled }, sampler);
}
