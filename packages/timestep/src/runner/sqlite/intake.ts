import type { Submission, Task } from '../../core/index.ts';
import { RunnerError } from '../../port/index.ts';
import { takeFirst, type FirstMessageSite } from './first-message.ts';
import { bodyHashOf } from './inbound-table.ts';
import { takeLater, type LaterMessageSite } from './later-message.ts';
import { FencedError } from './store-error.ts';

export interface IntakeSite extends FirstMessageSite, LaterMessageSite {}

/**
 * Takes submissions: an accepted one is on disk, with the task and its events, before this
 * resolves. For a task that another process drives, it returns the task without the message, which
 * the owner takes into the log soon: a caller that follows the task from there sees it. Throws
 * `RunnerError` for a refusal, and what the database threw.
 */
export function createIntake(site: IntakeSite): (submission: Submission) => Promise<Task> {
  /** Messages that are being written, so that one that arrives twice at once is taken once. */
  const arriving = new Map<string, Promise<Task>>();

  return async (submission) => {
    const { principal, agent, messageId } = submission;
    const key = JSON.stringify([principal, agent, messageId]);
    while (arriving.has(key)) await arriving.get(key)?.catch(() => undefined);
    const bodyHash = bodyHashOf(submission);
    const earlier = repeated(site, submission, bodyHash);
    if (earlier) return earlier;
    const taking = take(site, submission, bodyHash);
    arriving.set(key, taking);
    try {
      return await taking;
    } finally {
      arriving.delete(key);
    }
  };
}

/** The task that received the same message before. */
function repeated(
  { inbound, residents }: IntakeSite,
  submission: Submission,
  bodyHash: string,
): Task | undefined {
  const earlier = inbound.find(submission);
  if (!earlier) return undefined;
  const task = residents.find(earlier.taskId);
  if (task && earlier.bodyHash === bodyHash) return task;
  const message = `message ${submission.messageId} was sent before with another body`;
  throw new RunnerError('duplicate-message', message);
}

async function take(site: IntakeSite, submission: Submission, bodyHash: string): Promise<Task> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await put(site, submission, bodyHash);
    } catch (thrown) {
      // Another process may have taken the same message at the same time. It is then known, however the
      // task is by now.
      const earlier = repeated(site, submission, bodyHash);
      if (earlier) return earlier;
      // Another process may also have taken over the task that this process believed to own, so the
      // disk is read again.
      if (isAgain || !(thrown instanceof FencedError)) throw thrown;
    }
  }
}

function put(site: IntakeSite, submission: Submission, bodyHash: string): Promise<Task> {
  const { taskId } = submission;
  return taskId === undefined
    ? takeFirst(site, submission, bodyHash)
    : takeLater(site, submission, taskId, bodyHash);
}
