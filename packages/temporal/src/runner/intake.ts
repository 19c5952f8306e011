import {
  apply,
  isInterrupted,
  type NumberedEvent,
  type Submission,
  type Task,
  type TaskSubmitted,
} from '@timestep-ai/timestep/core';
import { RunnerError, type Clock, type ServedAgents } from '@timestep-ai/timestep/port';
import { acceptedBy, beginTask, bodyHashOf } from '@timestep-ai/timestep/runner';
import type { TaskStore } from '../store/task-store.ts';
import { contentKey, contentKeyOf } from '../task/content-key.ts';
import { outlineOf, outlineOfSubmission, type Content } from '../task/outline.ts';
import type { InboundMessage, Recorded } from '../task/task-record.ts';
import type { TaskWorkflows } from './task-workflows.ts';

export interface IntakeSite {
  readonly store: TaskStore;
  readonly workflows: TaskWorkflows;
  readonly agents: ServedAgents;
  readonly clock: Clock;
  readonly newId: () => string;
}

/**
 * Takes submissions: an accepted one is in the store, and Temporal has it, before this resolves.
 * For an existing task, it returns the task without the message: a caller that follows the task
 * from there sees it. Throws `RunnerError` for a refusal, and what the store or Temporal threw.
 */
export function createIntake(site: IntakeSite): (submission: Submission) => Promise<Task> {
  return async (submission) => {
    const { taskId } = submission;
    const bodyHash = bodyHashOf(submission);
    const earlier = await repeated(site, submission, bodyHash);
    if (earlier) return earlier;
    return taskId === undefined
      ? begin(site, submission, bodyHash)
      : goOn(site, submission, taskId, bodyHash);
  };
}

/**
 * The task that received the same message before; Temporal receives the message again, if
 * necessary.
 */
async function repeated(
  site: IntakeSite,
  submission: Submission,
  bodyHash: string,
): Promise<Task | undefined> {
  const { store } = site;
  const earlier = await store.sentBefore(submission, bodyHash);
  if (!earlier) return undefined;
  if (earlier.kind !== 'known') {
    const message = `message ${submission.messageId} was sent before with another body`;
    throw new RunnerError('duplicate-message', message);
  }
  const { taskId, at, isTaken } = earlier;
  if (!isTaken) {
    const origin = await store.content(taskId, contentKey.origin);
    if (origin?.kind === 'event' && origin.event.type === 'task.submitted') {
      return started(site, origin.event, at, submission);
    }
    await deliver(site, submission, taskId, at);
  }
  const task = await store.load(taskId);
  if (!task) throw new Error(`task ${taskId} took a message and is not in the store`);
  return isTaken ? task : onItsWay(task);
}

async function begin(site: IntakeSite, submission: Submission, bodyHash: string): Promise<Task> {
  const { store } = site;
  const { contextId } = submission;
  const before =
    contextId === undefined ? undefined : await store.latestCompleted(submission, contextId);
  const { first: origin, at } = beginTask(site, submission, before);
  beginning(origin, at, submission);
  const kept = await keep(site, { submission, at }, origin.taskId, bodyHash, {
    [contentKey.origin]: {
      kind: 'event',
      event: origin,
      // A message that only brings a transcript does not become an event of its own.
      ...(!submission.message && { messageId: submission.messageId }),
    },
  });
  return kept ?? started(site, origin, at, submission);
}

/** Starts the task at Temporal, and writes its beginning for the next reader. */
async function started(
  { store, workflows }: IntakeSite,
  origin: TaskSubmitted,
  at: number,
  submission: Submission,
): Promise<Task> {
  const { task, records } = beginning(origin, at, submission);
  await workflows.begin(origin, at, { submission: outlineOfSubmission(submission), at });
  await Promise.all([
    store.append({ taskId: task.id, records, state: task.state }),
    store.markDelivered(submission),
  ]);
  return task;
}

async function goOn(
  site: IntakeSite,
  submission: Submission,
  taskId: string,
  bodyHash: string,
): Promise<Task> {
  const { principal, agent } = submission;
  const task = await site.store.load(taskId);
  if (task?.origin.principal !== principal || task.origin.agent !== agent) {
    throw new RunnerError('task-not-found', `there is no task ${taskId}`);
  }
  acceptedBy(task, submission);
  const at = Math.max(site.clock.now(), task.updatedAt);
  const kept = await keep(site, { submission, at }, taskId, bodyHash, {});
  if (kept) return kept;
  await deliver(site, submission, taskId, at);
  return onItsWay(task);
}

async function deliver(
  { store, workflows }: IntakeSite,
  submission: Submission,
  taskId: string,
  at: number,
): Promise<void> {
  await workflows.deliver(taskId, { submission: outlineOfSubmission(submission), at });
  await store.markDelivered(submission);
}

/** Keeps a message; where the same message came first by another way, its task is returned. */
async function keep(
  site: IntakeSite,
  { submission: taken, at }: InboundMessage,
  taskId: string,
  bodyHash: string,
  contents: Readonly<Record<string, Content>>,
): Promise<Task | undefined> {
  // What the session gave to the task is in its first event.
  const { inherited: _inherited, ...submission } = taken;
  const name = contentKey.message(submission.messageId);
  const reserved = await site.store.reserve({ submission, at }, bodyHash, taskId, {
    ...contents,
    [name]: { kind: 'submission', submission },
  });
  if (reserved.kind === 'kept') return undefined;
  if (reserved.kind === 'ended') {
    const message = `task ${taskId} has ended and takes no more messages`;
    throw new RunnerError('task-finished', message);
  }
  return repeated(site, submission, bodyHash);
}

/**
 * A task that will receive a message: it is shown as working, although its log still says that it
 * waits.
 */
function onItsWay(task: Task): Task {
  return isInterrupted(task) ? { ...task, state: 'working' } : task;
}

/** The first events of a new task; the workflow computes the same ones. */
function beginning(
  origin: TaskSubmitted,
  at: number,
  submission: Submission,
): { readonly task: Task; readonly records: readonly Recorded[] } {
  const first: NumberedEvent = { ...origin, generation: 1, at };
  let task = apply(undefined, first);
  const records = [recorded(task, first)];
  for (const event of acceptedBy(task, submission)) {
    const numbered = { ...event, generation: task.generation + 1, at };
    records.push(recorded(task, numbered));
    task = apply(task, numbered);
  }
  return { task, records };
}

function recorded(task: Task, event: NumberedEvent): Recorded {
  const content = contentKeyOf(task, event);
  return { event: outlineOf(event), ...(content !== undefined && { content }) };
}
