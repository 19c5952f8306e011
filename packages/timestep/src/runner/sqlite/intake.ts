import {
  accept,
  apply,
  isInterrupted,
  type NumberedEvent,
  type Submission,
  type Task,
  type TaskEvent,
  withMail,
} from '../../core/index.ts';
import { RunnerError, type Clock, type ServedAgent } from '../../port/index.ts';
import { taskBegunBy } from '../begin-task.ts';
import type { CommitQueue } from './commit-queue.ts';
import { bodyHashOf, type InboundTable } from './inbound-table.ts';
import type { MailTable } from './mail-table.ts';
import type { Residents } from './residents.ts';
import { FencedError } from './store-error.ts';
import type { TaskQueries } from './task-queries.ts';
import type { TaskTable } from './task-table.ts';
import { writtenOf } from './written-task.ts';

export interface IntakeSite {
  readonly agents: readonly ServedAgent[];
  readonly clock: Clock;
  readonly newId: () => string;
  readonly owner: string;
  readonly queue: CommitQueue;
  readonly table: TaskTable;
  readonly inbound: InboundTable;
  readonly mail: MailTable;
  readonly queries: TaskQueries;
  readonly residents: Residents;
}

/**
 * Takes submissions: what is accepted is on disk, with the task and its events, before this
 * resolves. For a task that another process drives, what is returned is the task without the message,
 * which its owner takes into the log soon: who follows from there sees it. Throws `RunnerError` for what is refused, and what the database threw.
 */
export function createIntake(site: IntakeSite): (submission: Submission) => Promise<Task> {
  const { agents, clock, newId, owner, queue, table, inbound, mail, queries, residents } = site;
  /** Messages on their way to disk, so that one sent twice at once is taken once. */
  const arriving = new Map<string, Promise<Task>>();

  async function submit(submission: Submission): Promise<Task> {
    const { principal, agent, messageId } = submission;
    const key = JSON.stringify([principal, agent, messageId]);
    while (arriving.has(key)) await arriving.get(key)?.catch(() => undefined);
    const bodyHash = bodyHashOf(submission);
    const earlier = repeated(submission, bodyHash);
    if (earlier) return earlier;
    const taking = take(submission, bodyHash);
    arriving.set(key, taking);
    try {
      return await taking;
    } finally {
      arriving.delete(key);
    }
  }

  /** The task that the same message went to before. */
  function repeated(submission: Submission, bodyHash: string): Task | undefined {
    const earlier = inbound.find(submission);
    if (!earlier) return undefined;
    const task = residents.find(earlier.taskId);
    if (task && earlier.bodyHash === bodyHash) return task;
    const message = `message ${submission.messageId} was sent before with another body`;
    throw new RunnerError('duplicate-message', message);
  }

  async function take(submission: Submission, bodyHash: string): Promise<Task> {
    try {
      return await put(submission, bodyHash);
    } catch (thrown) {
      if (thrown instanceof RunnerError) throw thrown;
      // Another process may have taken the same message at the same time.
      const earlier = repeated(submission, bodyHash);
      if (earlier) return earlier;
      if (!(thrown instanceof FencedError)) throw thrown;
      // Or the task, while this process thought it its own: what it is now is on disk.
      return put(submission, bodyHash);
    }
  }

  function put(submission: Submission, bodyHash: string): Promise<Task> {
    const { taskId } = submission;
    return taskId === undefined ? begin(submission, bodyHash) : goOn(submission, taskId, bodyHash);
  }

  async function begin(submission: Submission, bodyHash: string): Promise<Task> {
    const served = agents.find(({ name }) => name === submission.agent);
    if (!served) throw new RunnerError('unknown-agent', `there is no agent ${submission.agent}`);
    const { contextId } = submission;
    const before =
      contextId === undefined ? undefined : queries.latestCompleted(submission, contextId);
    // After the task it continues, whatever the clock says: the newest is the one to continue.
    const at = Math.max(clock.now(), (before?.updatedAt ?? -1) + 1);
    const first = { ...taskBegunBy(submission, served, before, newId), generation: 1, at };
    const events: NumberedEvent[] = [first];
    let task = apply(undefined, first);
    for (const event of acceptedBy(task, submission)) {
      const numbered: NumberedEvent = { ...event, generation: task.generation + 1, at };
      events.push(numbered);
      task = apply(task, numbered);
    }
    const stored = task;
    const written = writtenOf(stored, events);
    const inserted = queue.add(() => {
      table.insert(written, owner);
      inbound.insert(submission, { taskId: stored.id, bodyHash });
    });
    await residents.holdNew(stored, served, inserted);
    return stored;
  }

  async function goOn(submission: Submission, taskId: string, bodyHash: string): Promise<Task> {
    const { principal, agent } = submission;
    const known = residents.find(taskId);
    if (known?.origin.principal !== principal || known.origin.agent !== agent) {
      throw new RunnerError('task-not-found', `there is no task ${taskId}`);
    }
    if (residents.isDrivenElsewhere(taskId)) return post(submission, taskId, bodyHash);
    const held = residents.bring(taskId);
    const events = acceptedBy(held.log.task, submission);
    const accepted = { taskId, bodyHash };
    const appended = held.log.appendAll(events, () => inbound.insert(submission, accepted));
    // What it does next begins with a write, which shares the commit and fails with it.
    residents.keepGoing(held);
    return appended;
  }

  /**
   * Leaves a message with a task that another process drives: judged by what is on disk and by the
   * mail before it. Returns the task as it is there; the message follows in its log.
   */
  async function post(submission: Submission, taskId: string, bodyHash: string): Promise<Task> {
    let task: Task | undefined;
    await queue.add(() => {
      const stored = table.load(taskId);
      if (!stored || stored.owner === owner || isInterrupted(stored.task)) {
        throw new FencedError('moved', `task ${taskId} is no longer driven by another process`);
      }
      const waiting = mail.pending(taskId, 0).map((pending) => pending.mail);
      acceptedBy(withMail(stored.task, waiting), submission);
      mail.put(taskId, { kind: 'submission', submission });
      inbound.insert(submission, { taskId, bodyHash });
      ({ task } = stored);
    });
    if (!task) throw new FencedError('moved', `there is no task ${taskId}`);
    return task;
  }

  return submit;
}

function acceptedBy(task: Task, submission: Submission): readonly TaskEvent[] {
  const acceptance = accept(task, submission);
  if (acceptance.accepted) return acceptance.events;
  throw new RunnerError(acceptance.refusal.code, acceptance.refusal.message);
}
