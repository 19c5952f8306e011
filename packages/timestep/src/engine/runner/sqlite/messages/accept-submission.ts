import { applyMailboxItems, type Submission, type Task } from '#core';
import { createTaskNotFoundError, RunnerError } from '#engine/port';
import { FencedError } from '#engine/store';
import { createUnknownAgentError } from '../../agent-placeholder.ts';
import { acceptOrThrow, applyFirstEvents, checkNewTaskId, createNewTask } from '../../new-task.ts';
import type { HostParts } from '../runner-parts.ts';
import { canWaitWithoutProcess } from '../tasks/sqlite-task-log.ts';
import { encodeTaskWrite } from '../tasks/task-write.ts';
import { computeBodyHash } from './inbound-table.ts';

/**
 * Creates the handler that accepts messages. It resolves when a message is durable, even if another
 * process runs the task.
 */
export function createSqliteSubmissionHandler(
  deps: HostParts,
): (submission: Submission) => Promise<Task> {
  /** Messages that are being stored, so that a message that arrives twice at the same time is accepted once. */
  const arriving = new Map<string, Promise<Task>>();

  return async (submission) => {
    const { principal, agent, messageId } = submission;
    const key = JSON.stringify([principal, agent, messageId]);
    while (arriving.has(key)) await arriving.get(key)?.catch(() => undefined);
    const bodyHash = computeBodyHash(submission);
    const earlier = findRepeatedTask(deps, submission, bodyHash);
    if (earlier) return earlier;
    const accepted = acceptSubmissionWithRetry(deps, submission, bodyHash);
    arriving.set(key, accepted);
    try {
      return await accepted;
    } finally {
      arriving.delete(key);
    }
  };
}

function findRepeatedTask(
  { inbound, host }: HostParts,
  submission: Submission,
  bodyHash: string,
): Task | undefined {
  const earlier = inbound.find(submission);
  if (!earlier) return undefined;
  const task = host.find(earlier.taskId);
  if (task && earlier.bodyHash === bodyHash) return task;
  const message = `message ${submission.messageId} was already sent with a different body`;
  throw new RunnerError('duplicate-message', message);
}

async function acceptSubmissionWithRetry(
  deps: HostParts,
  submission: Submission,
  bodyHash: string,
): Promise<Task> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await acceptSubmissionOnce(deps, submission, bodyHash);
    } catch (thrown) {
      // Another process may have accepted the same message meanwhile.
      const earlier = findRepeatedTask(deps, submission, bodyHash);
      if (earlier) return earlier;
      // Another process may have taken over the task meanwhile.
      if (isAgain || !(thrown instanceof FencedError)) throw thrown;
    }
  }
}

function acceptSubmissionOnce(
  deps: HostParts,
  submission: Submission,
  bodyHash: string,
): Promise<Task> {
  const { taskId } = submission;
  return taskId === undefined
    ? acceptFirstMessage(deps, submission, bodyHash)
    : acceptLaterMessage(deps, submission, taskId, bodyHash);
}

async function acceptFirstMessage(
  deps: HostParts,
  submission: Submission,
  bodyHash: string,
): Promise<Task> {
  const { ownership, queue, table, inbound, queries, host } = deps;
  const { contextId } = submission;
  checkNewTaskId(submission, (id) => host.find(id) !== undefined);
  const before =
    contextId === undefined ? undefined : queries.findLatestCompleted(submission, contextId);
  const { first, at } = createNewTask(deps, submission, before);
  const { task, events } = applyFirstEvents(first, at, submission);
  const written = encodeTaskWrite(task, events);
  const inserted = queue.add(() => {
    table.insert(written, ownership.id);
    inbound.insert(submission, { taskId: task.id, bodyHash });
  }, written.work);
  await host.addNew(task, inserted);
  return task;
}

async function acceptLaterMessage(
  deps: HostParts,
  submission: Submission,
  taskId: string,
  bodyHash: string,
): Promise<Task> {
  const { host, inbound } = deps;
  const { principal, agent } = submission;
  const known = host.find(taskId);
  if (known?.origin.principal !== principal || known.origin.agent !== agent) {
    throw createTaskNotFoundError(taskId);
  }
  if (host.isRunElsewhere(taskId))
    return putInMailboxAndGetTask(deps, submission, taskId, bodyHash);
  if (!deps.agents.get(agent)) throw createUnknownAgentError(agent);
  const loaded = host.load(taskId);
  const events = acceptOrThrow(loaded.log.task, submission);
  const accepted = { taskId, bodyHash };
  const appended = loaded.log.appendAll(events, () => inbound.insert(submission, accepted));
  // The task continues before the message is durable: its next write shares the commit of this message.
  host.start(loaded);
  return appended;
}

/** Checks a message against the stored task, and puts it in the mailbox of the process that runs the task. */
async function putInMailboxAndGetTask(
  { ownership, queue, table, inbound, mail }: HostParts,
  submission: Submission,
  taskId: string,
  bodyHash: string,
): Promise<Task> {
  let task: Task | undefined;
  await queue.add(() => {
    const stored = table.load(taskId);
    if (!stored || stored.owner === ownership.id || canWaitWithoutProcess(stored.task)) {
      throw new FencedError(
        'moved',
        `task ${taskId} has a new owner, so the message was not stored for the previous one`,
      );
    }
    const waiting = mail.listPending(taskId, 0).map((pending) => pending.mail);
    acceptOrThrow(applyMailboxItems(stored.task, waiting), submission);
    mail.put(taskId, { kind: 'submission', submission });
    inbound.insert(submission, { taskId, bodyHash });
    ({ task } = stored);
  });
  if (!task) throw new FencedError('moved', `there is no task ${taskId}`);
  return task;
}
