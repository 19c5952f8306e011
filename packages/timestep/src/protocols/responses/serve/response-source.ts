import { isFinal, type Task } from '#core';
import {
  subscribeToTask,
  type Runner,
  type TaskStep,
  foldUpdates,
  type TaskUpdate,
  loadTaskAtGeneration,
} from '#engine/port';
import type { ResponseRecord } from '../records/response-record.ts';
import type { ResponsesService } from './responses-service.ts';

/** A task, from a certain state on. */
export interface ResponseSource {
  readonly runner: Runner;
  readonly from: Task;
  /** Whether pieces of partial output are included. */
  readonly isLive: boolean;
  /** State of the handler, whose stop disconnects callers that did not leave. */
  readonly handler: Readonly<HandlerState>;
}

export interface HandlerState {
  isStopping: boolean;
}

/**
 * Watches a task until the response ends; `take` receives every step. Aborting cancels the task, unless the handler
 * stops.
 */
export async function readToResponseEnd(
  source: ResponseSource,
  signal: AbortSignal,
  take: (step: TaskStep) => void,
): Promise<Task> {
  let task = source.from;
  const broken = new AbortController();
  const stop = (): void => {
    if (source.handler.isStopping) return;
    cancelTaskUnlessOver(source).catch((thrown: unknown) => broken.abort(thrown));
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    // A loop is not restarted after a cancellation, because it would repeat steps.
    for await (const step of readResponseSteps(source, broken.signal)) {
      task = step.task;
      take(step);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  broken.signal.throwIfAborted();
  return task;
}

async function* readResponseSteps(
  { runner, from, isLive }: ResponseSource,
  signal: AbortSignal,
): AsyncGenerator<TaskStep> {
  if (isResponseOver(from)) return;
  for await (const step of (isLive ? subscribeToTask : readStepsFromLog)(runner, from, signal)) {
    yield step;
    if (step.kind === 'event' && isResponseOver(step.task)) return;
  }
}

/** Whether the task has ended or waits for the caller. */
export function isResponseOver(task: Task): boolean {
  return isFinal(task) || task.state === 'input-required';
}

async function cancelTaskUnlessOver({ runner, from }: ResponseSource): Promise<void> {
  const now = await runner.get(from.id);
  if (now && !isResponseOver(now)) await runner.cancel(from.id);
}

/** Yields steps without deltas, so that every reader receives the same steps at any time. */
export function readStepsFromLog(
  runner: Runner,
  from: Task,
  signal: AbortSignal,
): AsyncGenerator<TaskStep> {
  return foldUpdates(filterEventUpdates(runner.subscribe(from.id, from.generation, signal)), from);
}

/** Yields the steps that are in the log up to a generation of its task. */
export async function* readStepsUpTo(
  runner: Runner,
  from: Task,
  generation: number,
): AsyncGenerator<TaskStep> {
  if (from.generation >= generation) return;
  const leave = new AbortController();
  try {
    for await (const step of readStepsFromLog(runner, from, leave.signal)) {
      yield step;
      if (step.task.generation >= generation) return;
    }
  } finally {
    leave.abort();
  }
}

async function* filterEventUpdates(updates: AsyncIterable<TaskUpdate>): AsyncGenerator<TaskUpdate> {
  for await (const update of updates) if (update.kind === 'event') yield update;
}

/**
 * Returns the past state of a task from which a response is read. The log up to there lacks the
 * message of the response, so it shows `input-required` instead of `begunIn`.
 */
export async function loadStartStateOfResponse(
  { runner }: Pick<ResponsesService, 'runner'>,
  { generation, begunIn }: ResponseRecord,
  now: Task,
): Promise<Task> {
  const task = await loadTaskAtGeneration(runner, now, generation);
  return begunIn === undefined || isFinal(task) ? task : { ...task, state: begunIn };
}
