import type { Submission, Task } from '#core';
import type { MemoryTaskRun } from './memory-task-run.ts';
import { createQueue } from './queue.ts';
import { createSenderMap } from './sender-map.ts';
import type { MemoryTaskLog } from '../log/task-log.ts';

export interface MemoryTask {
  readonly log: MemoryTaskLog;
  lastAccepted: AcceptedMessage | undefined;
  run: MemoryTaskRun | undefined;
  /** Whether the last run of the task was interrupted because its agent was removed. */
  isDetached: boolean;
}

export interface AcceptedMessage {
  readonly submission: Submission;
  readonly memoryTask: MemoryTask;
  readonly previous: AcceptedMessage | undefined;
}

/** The tasks of a process, indexed by message ids and conversations. */
export interface MemoryTasks {
  readonly get: (taskId: string) => MemoryTask | undefined;
  readonly all: () => MemoryTask[];
  readonly store: (kept: MemoryTask, submission: Submission) => void;
  /** Finds the accepted message that has the same id as a submission. */
  readonly findAccepted: (submission: Submission) => AcceptedMessage | undefined;
  /** Returns the newest completed task of the conversation that a submission continues. */
  readonly findLatestCompleted: (submission: Submission) => Task | undefined;
  /** Records the end of a task, and deletes the oldest ended tasks beyond the limit. */
  readonly recordEnd: (log: MemoryTaskLog) => void;
  readonly remove: (taskId: string) => void;
}

/**
 * Number of ended tasks that keep their partial output, for readers that arrive just after the end.
 */
const MAX_ENDED_WITH_DELTAS = 100;

/** Creates an empty task store. `maxEnded` is the maximum number of ended tasks to retain. */
export function createMemoryTasks(maxEnded: number): MemoryTasks {
  const tasks = new Map<string, MemoryTask>();
  // Only ids of ended tasks are listed here, so that a deleted task can be garbage collected.
  const ended = createQueue<string>();
  const shown = createQueue<string>();
  const messages = createSenderMap<AcceptedMessage>();
  /** The newest completed task of each conversation. */
  const conversations = createSenderMap<MemoryTaskLog>();

  function forgetTask(taskId: string): void {
    const kept = tasks.get(taskId);
    if (!kept) return;
    tasks.delete(taskId);
    const { contextId, origin } = kept.log.task;
    for (let taken = kept.lastAccepted; taken; taken = taken.previous) {
      messages.delete(origin, taken.submission.messageId);
    }
    if (conversations.get(origin, contextId) === kept.log) conversations.delete(origin, contextId);
  }

  return {
    get: (taskId) => tasks.get(taskId),
    all: () => [...tasks.values()],
    store(kept, submission) {
      kept.lastAccepted = { submission, memoryTask: kept, previous: kept.lastAccepted };
      tasks.set(kept.log.task.id, kept);
      messages.set(submission, submission.messageId, kept.lastAccepted);
    },
    findAccepted: (submission) => messages.get(submission, submission.messageId),
    findLatestCompleted(submission) {
      const { contextId } = submission;
      return contextId === undefined ? undefined : conversations.get(submission, contextId)?.task;
    },
    recordEnd(log) {
      const { id, contextId, state, origin } = log.task;
      if (state === 'completed') conversations.set(origin, contextId, log);
      ended.push(id);
      if (ended.length > maxEnded) forgetTask(ended.shift() ?? '');
      if (!log.hasShown) return;
      shown.push(id);
      if (shown.length > MAX_ENDED_WITH_DELTAS) tasks.get(shown.shift() ?? '')?.log.dropDeltas();
    },
    remove: forgetTask,
  };
}
