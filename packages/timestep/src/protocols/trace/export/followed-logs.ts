import { isFinal, isInputRequired, isSuspended, type NumberedEvent } from '../../../core/index.ts';
import type { StoredTasks } from '../../../engine/port/index.ts';
import type { Span } from '../span.ts';
import { createIncrementalSpans, type IncrementalSpans, type TaskTrace } from '../build-spans.ts';
import type { SpanOptions } from '../span-progress.ts';
import type { DueTask } from './due-tasks.ts';
import { isSampled, type Sampler } from './sampler.ts';

/** A span with the log event that ended it. */
interface EndedSpan {
  readonly span: Span;
  readonly generation: number;
}

/** The newly read part of a task's log. */
export interface LogPart {
  readonly taskId: string;
  /** The generation up to which the log was read. */
  readonly generation: number;
  readonly ended: readonly EndedSpan[];
  readonly hasEnded: boolean;
  /** Whether the log may continue, because reading stopped at the limit. */
  readonly isPart: boolean;
}

/** The logs of running tasks, each with the state of its spans. */
export interface FollowedLogs {
  /**
   * Reads the new part of a task's log until `maxSpans` spans have ended. Resolves with
   * `undefined` if too many tasks are followed or the task does not exist.
   */
  readonly readNew: (task: DueTask, maxSpans: number) => Promise<LogPart | undefined>;
  /** Drops the state of a task. The next read starts at the beginning of its log. */
  readonly forget: (taskId: string) => void;
}

/** The store that logs are read from. */
export type ReadableLogs = Pick<StoredTasks, 'events' | 'readEventsSync'>;

export interface FollowLogsOptions {
  readonly tasks: ReadableLogs;
  readonly sampler: Sampler;
  readonly spanOptions: SpanOptions;
  /** Maximum number of tasks that are followed concurrently. */
  readonly max: number;
}

/** Number of events after which other work gets a turn. */
const EVENTS_PER_TURN = 50;

interface FollowedLog {
  readonly spans: IncrementalSpans;
  generation: number;
}

interface LogRead {
  readonly tasks: ReadableLogs;
  readonly taskId: string;
  readonly log: FollowedLog;
  readonly ended: EndedSpan[];
  readonly maxSpans: number;
}

/**
 * Follows task logs so that each event is read once and the cost of an event does not grow with the
 * length of its task. If too many tasks run, waiting tasks are dropped first, and new ones are read
 * only after they have ended.
 */
export function createFollowedLogs({
  tasks,
  sampler,
  spanOptions,
  max,
}: FollowLogsOptions): FollowedLogs {
  /** Followed logs by task id, least recently read first. */
  const followed = new Map<string, FollowedLog>();

  function getOrFollow(taskId: string, hasEnded: boolean): FollowedLog | undefined {
    const known = followed.get(taskId);
    followed.delete(taskId);
    if (!known && followed.size >= max && !dropWaitingLog() && !hasEnded) return undefined;
    const log = known ?? { spans: createIncrementalSpans(spanOptions), generation: 0 };
    followed.set(taskId, log);
    return log;
  }

  function dropWaitingLog(): boolean {
    for (const [taskId, { spans }] of followed) {
      const task = spans.getTrace()?.task;
      if (task && !(isInputRequired(task) || isSuspended(task))) continue;
      return followed.delete(taskId);
    }
    return false;
  }

  return {
    async readNew({ taskId, hasEnded }, maxSpans) {
      const log = getOrFollow(taskId, hasEnded);
      if (!log) return undefined;
      const ended: EndedSpan[] = [];
      const reading: LogRead = { tasks, taskId, log, ended, maxSpans };
      const isPart = await (tasks.readEventsSync
        ? readInPages(reading)
        : readEventByEvent(reading));
      const known = log.spans.getTrace();
      if (!known) return undefined;
      const isOver = isFinal(known.task);
      if (isOver) followed.delete(taskId);
      return {
        taskId,
        generation: log.generation,
        ended: isExportedTrace(known, sampler) ? ended : [],
        hasEnded: isOver,
        isPart: isPart && !isOver,
      };
    },
    forget: (taskId) => void followed.delete(taskId),
  };
}

/**
 * Reads a log event by event. Resolves with true if reading stopped at the limit before the end of
 * the log.
 */
async function readEventByEvent(reading: LogRead): Promise<boolean> {
  const { tasks, taskId, log } = reading;
  for await (const event of tasks.events(taskId, log.generation)) {
    if (applyAndCheckLimit(reading, event)) return true;
    if (event.generation % EVENTS_PER_TURN === 0) await new Promise(setImmediate);
  }
  return false;
}

/**
 * Reads a log in pages without awaiting each event, because awaiting takes longer than building the
 * spans.
 */
async function readInPages(reading: LogRead): Promise<boolean> {
  const { tasks, taskId, log } = reading;
  for (;;) {
    const page = tasks.readEventsSync?.(taskId, log.generation, EVENTS_PER_TURN) ?? [];
    for (const event of page) if (applyAndCheckLimit(reading, event)) return true;
    if (page.length < EVENTS_PER_TURN) return false;
    await new Promise(setImmediate);
  }
}

/** Applies an event and returns whether enough spans have ended. */
function applyAndCheckLimit({ log, ended, maxSpans }: LogRead, event: NumberedEvent): boolean {
  const { generation } = event;
  log.generation = generation;
  for (const span of log.spans.applyEvent(event)) ended.push({ span, generation });
  return ended.length >= maxSpans;
}

function isExportedTrace({ traceId, caller }: TaskTrace, sampler: Sampler): boolean {
  const isUnsampled = caller ? caller.isUnsampled === true : undefined;
  return isSampled({ traceId, isUnsampled }, sampler);
}
