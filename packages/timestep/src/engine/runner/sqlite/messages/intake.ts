import type { Submission, Task } from '../../../../core/index.ts';
import { RunnerError } from '../../../port/index.ts';
import { acceptFirstMessage, type FirstMessageDeps } from './first-message.ts';
import { computeBodyHash } from './inbound-table.ts';
import { acceptLaterMessage, type LaterMessageDeps } from './later-message.ts';
import { FencedError } from '../../../store/index.ts';

export interface IntakeDeps extends FirstMessageDeps, LaterMessageDeps {}

/**
 * Resolves when a message is durable, with the task. If another process runs it, the message
 * follows in its log.
 */
export function createSubmissionHandler(
  deps: IntakeDeps,
): (submission: Submission) => Promise<Task> {
  /** Messages being written: a message that arrives twice at once is accepted once. */
  const arriving = new Map<string, Promise<Task>>();

  return async (submission) => {
    const { principal, agent, messageId } = submission;
    const key = JSON.stringify([principal, agent, messageId]);
    while (arriving.has(key)) await arriving.get(key)?.catch(() => undefined);
    const bodyHash = computeBodyHash(submission);
    const earlier = findRepeatedTask(deps, submission, bodyHash);
    if (earlier) return earlier;
    const taking = acceptSubmissionWithRetry(deps, submission, bodyHash);
    arriving.set(key, taking);
    try {
      return await taking;
    } finally {
      arriving.delete(key);
    }
  };
}

function findRepeatedTask(
  { inbound, host }: IntakeDeps,
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
  deps: IntakeDeps,
  submission: Submission,
  bodyHash: string,
): Promise<Task> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await acceptSubmissionOnce(deps, submission, bodyHash);
    } catch (thrown) {
      // Another process may have accepted the same message.
      const earlier = findRepeatedTask(deps, submission, bodyHash);
      if (earlier) return earlier;
      // Another process may have taken over the task.
      if (isAgain || !(thrown instanceof FencedError)) throw thrown;
    }
  }
}

function acceptSubmissionOnce(
  deps: IntakeDeps,
  submission: Submission,
  bodyHash: string,
): Promise<Task> {
  const { taskId } = submission;
  return taskId === undefined
    ? acceptFirstMessage(deps, submission, bodyHash)
    : acceptLaterMessage(deps, submission, taskId, bodyHash);
}
