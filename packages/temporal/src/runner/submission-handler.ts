import {
  isInputRequired,
  type NumberedEvent,
  type Submission,
  type Task,
  type TaskSubmitted,
} from '@timestep-ai/timestep/core';
import {
  createTaskNotFoundError,
  RunnerError,
  type Clock,
  type ServedAgents,
} from '@timestep-ai/timestep/port';
import {
  acceptOrThrow,
  applyFirstEvents,
  checkNewTaskId,
  createNewTask,
  computeBodyHash,
} from '@timestep-ai/timestep/runner';
import type { TaskStore } from '../store/task-store.ts';
import { contentNames, findOmittedContentName } from '../task/content-key.ts';
import { eventToOutline, submissionToOutline, type StoredContent } from '../task/outline.ts';
import type { InboundMessage, OutlineRecord } from '../task/task-record.ts';
import type { TaskWorkflows } from './task-workflows.ts';

export interface SubmissionDeps {
  readonly store: TaskStore;
  readonly workflows: TaskWorkflows;
  readonly agents: ServedAgents;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Accepts a message, which is stored and delivered to Temporal before the task is returned. */
export function createTemporalSubmissionHandler(
  deps: SubmissionDeps,
): (submission: Submission) => Promise<Task> {
  return async (submission) => {
    const { taskId } = submission;
    const bodyHash = computeBodyHash(submission);
    const earlier = await redeliverRepeatedSubmission(deps, submission, bodyHash);
    if (earlier) return earlier;
    return taskId === undefined
      ? submitToNewTask(deps, submission, bodyHash)
      : submitToExistingTask(deps, submission, taskId, bodyHash);
  };
}

/** Finds the task of a repeated message, and delivers the message again if necessary. */
async function redeliverRepeatedSubmission(
  deps: SubmissionDeps,
  submission: Submission,
  bodyHash: string,
): Promise<Task | undefined> {
  const { store } = deps;
  const earlier = await store.findEarlierMessage(submission, bodyHash);
  if (!earlier) return undefined;
  if (earlier.kind !== 'known') {
    const message = `message ${submission.messageId} was already sent with a different body`;
    throw new RunnerError('duplicate-message', message);
  }
  const { taskId, at, isTaken } = earlier;
  if (!isTaken) {
    const origin = await store.content(taskId, contentNames.origin);
    if (origin?.kind === 'event' && origin.event.type === 'task.submitted') {
      return startWorkflow(deps, origin.event, at, submission, 'restartWorkflowForMessage');
    }
    await deliverMessageToWorkflow(deps, submission, taskId, at);
  }
  const task = await store.load(taskId);
  if (!task)
    throw new Error(
      `internal error: task ${taskId} accepted a message, but is missing in the task store`,
    );
  return isTaken ? task : showWaitingAsWorking(task);
}

async function submitToNewTask(
  deps: SubmissionDeps,
  submission: Submission,
  bodyHash: string,
): Promise<Task> {
  const { store } = deps;
  const { contextId, start } = submission;
  const taken = start?.taskId === undefined ? undefined : await store.load(start.taskId);
  checkNewTaskId(submission, () => taken !== undefined);
  const before =
    contextId === undefined
      ? undefined
      : await store.findLatestCompletedTask(submission, contextId);
  const { first: origin, at } = createNewTask(deps, submission, before);
  applyFirstEvents(origin, at, submission);
  const kept = await storeMessageOrFindRepeated(deps, { submission, at }, origin.taskId, bodyHash, {
    [contentNames.origin]: {
      kind: 'event',
      event: origin,
      // A submission without a message adds no event of its own, so the task's first event contains the message id.
      ...(!submission.message && { messageId: submission.messageId }),
    },
  });
  return kept ?? startWorkflow(deps, origin, at, submission);
}

async function startWorkflow(
  { store, workflows }: SubmissionDeps,
  origin: TaskSubmitted,
  at: number,
  submission: Submission,
  start: 'start' | 'restartWorkflowForMessage' = 'start',
): Promise<Task> {
  // The first events are stored here, because the workflow computes equal ones from the submission.
  const { task, events } = applyFirstEvents(origin, at, submission);
  const records = events.map((event) => eventToOutlineRecord(task, event));
  await workflows[start](origin, at, { submission: submissionToOutline(submission), at });
  await Promise.all([
    store.append({ taskId: task.id, records, state: task.state }),
    store.markDelivered(submission),
  ]);
  return task;
}

async function submitToExistingTask(
  deps: SubmissionDeps,
  submission: Submission,
  taskId: string,
  bodyHash: string,
): Promise<Task> {
  const { principal, agent } = submission;
  const task = await deps.store.load(taskId);
  if (task?.origin.principal !== principal || task.origin.agent !== agent) {
    throw createTaskNotFoundError(taskId);
  }
  acceptOrThrow(task, submission);
  const at = Math.max(deps.clock.now(), task.updatedAt);
  const kept = await storeMessageOrFindRepeated(deps, { submission, at }, taskId, bodyHash, {});
  if (kept) return kept;
  await deliverMessageToWorkflow(deps, submission, taskId, at);
  return showWaitingAsWorking(task);
}

async function deliverMessageToWorkflow(
  { store, workflows }: SubmissionDeps,
  submission: Submission,
  taskId: string,
  at: number,
): Promise<void> {
  await workflows.deliver(taskId, { submission: submissionToOutline(submission), at });
  await store.markDelivered(submission);
}

/** Stores a message. If the same message was stored concurrently, returns its task. */
async function storeMessageOrFindRepeated(
  deps: SubmissionDeps,
  { submission: taken, at }: InboundMessage,
  taskId: string,
  bodyHash: string,
  contents: Readonly<Record<string, StoredContent>>,
): Promise<Task | undefined> {
  // Settings inherited from the session are not stored with the message, because the task's first event
  // contains them.
  const { inherited: _inherited, ...submission } = taken;
  const name = contentNames.message(submission.messageId);
  const reserved = await deps.store.storeMessage({ submission, at }, bodyHash, taskId, {
    ...contents,
    [name]: { kind: 'submission', submission },
  });
  if (reserved.kind === 'kept') return undefined;
  if (reserved.kind === 'ended') {
    const message = `task ${taskId} has ended and accepts no more messages`;
    throw new RunnerError('task-finished', message);
  }
  return redeliverRepeatedSubmission(deps, submission, bodyHash);
}

/** Shows a task as working while its new message has not reached its log. */
function showWaitingAsWorking(task: Task): Task {
  return isInputRequired(task) ? { ...task, state: 'working' } : task;
}

function eventToOutlineRecord(task: Task, event: NumberedEvent): OutlineRecord {
  const content = findOmittedContentName(task, event);
  return { event: eventToOutline(event), ...(content !== undefined && { content }) };
}
