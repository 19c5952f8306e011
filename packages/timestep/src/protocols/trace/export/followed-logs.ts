import { hasTaskEnded, isInputRequired, isWaitingOnlyForTasks, type NumberedEvent } from '#core';
import type { StoredTasks } from '#engine/port';
import type { Span } from '../span.ts';
import { createIncrementalSpans, type IncrementalSpans, type TaskTrace } from '../build-spans.ts';
import type { SpanOptions } from '../span-progress.ts';
import type { DueTask } from './due-tasks.ts';
import { isSampled, type Sampler } from './sampler.ts';

interface EndedSpan {
  readonly span: Span;
  readonly generation: number;
}

export interface LogPart {
  readonly taskId: string;
  readonly generation: number;
  readonly ended: readonly EndedSpan[];
  readonly hasEnded: boolean;
  readonly isPart: boolean;
}

export interface FollowedLogs {
  /**
   * Reads at most `maxSpans` new spans of a task. Undefined if too many tasks are running or the task is missing.
   */
  readonly readNew: (task: DueTask, maxSpans: number) => Promise<LogPart | undefined>;
  readonly forget: (taskId: string) => void;
}

export type ReadableLogs = Pick<StoredTasks, 'events' | 'readEventsSync'>;

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
 * Follows task logs and reads each event once. If too many tasks are running, further logs are read only after
 * their end.
 */
export function createLogFollower(options: {
  readonly tasks: ReadableLogs;
  readonly sampler: Sampler;
  readonly spanOptions: SpanOptions;
  readonly max: number;
}): FollowedLogs {
  const { tasks, sampler, spanOptions, max } = options;
  /** Logs that are read as they grow, by task id, least recently read first. */
  const followed = new Map<string, FollowedLog>();

  function getOrFollowLogIfRoom(taskId: string, hasEnded: boolean): FollowedLog | undefined {
    const known = followed.get(taskId);
    followed.delete(taskId);
    if (!known && followed.size >= max && !dropLogOfWaitingTask() && !hasEnded) return undefined;
    const log = known ?? { spans: createIncrementalSpans(spanOptions), generation: 0 };
    followed.set(taskId, log);
    return log;
  }

  function dropLogOfWaitingTask(): boolean {
    for (const [taskId, { spans }] of followed) {
      const task = spans.getTrace()?.task;
      if (task && !(isInputRequired(task) || isWaitingOnlyForTasks(task))) continue;
      return followed.delete(taskId);
    }
    return false;
  }

  return {
    async readNew({ taskId, hasEnded }, maxSpans) {
      const log = getOrFollowLogIfRoom(taskId, hasEnded);
      if (!log) return undefined;
      const ended: EndedSpan[] = [];
      const reading: LogRead = { tasks, taskId, log, ended, maxSpans };
      const isPart = await (tasks.readEventsSync
        ? readLogInPages(reading)
        : readLogEventByEvent(reading));
      const known = log.spans.getTrace();
      if (!known) return undefined;
      const isOver = hasTaskEnded(known.task);
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

/** Reads events one by one. Resolves to true if reading stopped at the limit. */
async function readLogEventByEvent(reading: LogRead): Promise<boolean> {
  const { tasks, taskId, log } = reading;
  for await (const event of tasks.events(taskId, log.generation)) {
    if (applyAndCheckLimit(reading, event)) return true;
    if (event.generation % EVENTS_PER_TURN === 0) await new Promise(setImmediate);
  }
  return false;
}

/** Reads events in pages, because awaiting each event takes longer than building spans. */
async function readLogInPages(reading: LogRead): Promise<boolean> {
  const { tasks, taskId, log } = reading;
  for (;;) {
    const page = tasks.readEventsSync?.(taskId, log.generation, EVENTS_PER_TURN) ?? [];
    for (const event of page) if (applyAndCheckLimit(reading, event)) return true;
    if (page.length < EVENTS_PER_TURN) return false;
    await new Promise(setImmediate);
  }
}

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
