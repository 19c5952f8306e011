import { hasTaskEnded, type Task } from '#core';
import {
  subscribeToTask,
  type Runner,
  type TaskStep,
  updatesToSteps,
  type TaskUpdate,
  loadTaskAtGeneration,
} from '#engine/port';
import type { ResponseRecord } from '../records/response-record.ts';
import type { ResponsesService } from './responses-service.ts';

/** What the steps of a response are read from: the runner, and the task as it was when the response began. */
export interface ResponseSource {
  readonly runner: Runner;
  readonly from: Task;
  /** Whether pieces of partial output are included. */
  readonly isLive: boolean;
  /**
   * Whether the handler is stopping. A stop disconnects clients, which must not count as a client's
   * own disconnection.
   */
  readonly handler: Readonly<HandlerState>;
}

export interface HandlerState {
  isStopping: boolean;
}

/**
 * Reads a task until its response ends, and passes every step to `take`. Aborting cancels the task, unless the
 * handler stops.
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
    // The task loop is not restarted after a cancellation, because it would repeat steps.
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

/** Returns whether the task has ended or waits for the caller, so that the response is over. */
export function isResponseOver(task: Task): boolean {
  return hasTaskEnded(task) || task.state === 'input-required';
}

async function cancelTaskUnlessOver({ runner, from }: ResponseSource): Promise<void> {
  const now = await runner.get(from.id);
  if (now && !isResponseOver(now)) await runner.cancel(from.id);
}

/**
 * Yields the steps in the task's log, without partial output, so that all readers receive the same steps at
 * any time.
 */
function readStepsFromLog(
  runner: Runner,
  from: Task,
  signal: AbortSignal,
): AsyncGenerator<TaskStep> {
  const updates = runner.subscribe(from.id, from.generation, signal);
  return updatesToSteps(
    filterUpdates(updates, ({ kind }) => kind === 'event'),
    from,
  );
}

/**
 * Yields the steps in the task's log after its current state, and between them the progress of
 * running tool calls.
 */
export function readStepsWithProgress(
  runner: Runner,
  from: Task,
  signal: AbortSignal,
): AsyncGenerator<TaskStep> {
  const updates = runner.subscribe(from.id, from.generation, signal);
  return updatesToSteps(filterUpdates(updates, isEventOrProgress), from);
}

function isEventOrProgress(update: TaskUpdate): boolean {
  return update.kind === 'event' || update.delta.type === 'progress';
}

/** Yields the steps in the log of a task up to a generation. */
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

async function* filterUpdates(
  updates: AsyncIterable<TaskUpdate>,
  isShown: (update: TaskUpdate) => boolean,
): AsyncGenerator<TaskUpdate> {
  for await (const update of updates) if (isShown(update)) yield update;
}

/**
 * Loads the task as it was when a response started. The message that the response answers is not in
 * the log up to there, so the task waits for input.
 */
export async function loadStartStateOfResponse(
  { runner }: Pick<ResponsesService, 'runner'>,
  { generation, begunIn }: ResponseRecord,
  now: Task,
): Promise<Task> {
  const task = await loadTaskAtGeneration(runner, now, generation);
  return begunIn === undefined || hasTaskEnded(task) ? task : { ...task, state: begunIn };
}
