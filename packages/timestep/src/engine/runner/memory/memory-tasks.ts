import type { Submission } from '#core';
import type { MemoryTaskRun } from './memory-task-run.ts';
import { createQueue } from './queue.ts';
import type { MemoryTaskLog } from '../log/task-log.ts';

export interface MemoryTask {
  readonly log: MemoryTaskLog;
  lastAccepted: AcceptedMessage | undefined;
  run: MemoryTaskRun | undefined;
  /** Whether the task's last loop was interrupted because its agent was removed. */
  isDetached: boolean;
}

export interface AcceptedMessage {
  readonly submission: Submission;
  readonly memoryTask: MemoryTask;
  readonly previous: AcceptedMessage | undefined;
}

/** Tasks of a process, indexed by messages and conversations. */
export interface MemoryTasks {
  readonly get: (taskId: string) => MemoryTask | undefined;
  readonly all: () => MemoryTask[];
  readonly store: (kept: MemoryTask, submission: Submission) => void;
  /** Finds an earlier accepted message with the same id. */
  readonly findAccepted: (submission: Submission) => AcceptedMessage | undefined;
  /** Returns the newest completed task of the conversation that a submission continues. */
  readonly findLatestCompleted: (submission: Submission) => MemoryTask | undefined;
  /** Records the end of a task, and deletes the oldest ended tasks beyond the limit. */
  readonly recordEnd: (taskId: string) => void;
  readonly remove: (taskId: string) => void;
}

/** Number of ended tasks that retain their deltas, for readers that arrive just after the end. */
const MAX_ENDED_WITH_DELTAS = 100;

interface SenderIndex {
  readonly messages: Map<string, AcceptedMessage>;
  /** The newest completed task of each conversation. */
  readonly conversations: Map<string, MemoryTask>;
}

/** Creates an empty task store. `maxEnded` is the maximum number of ended tasks to retain. */
export function createMemoryTasks(maxEnded: number): MemoryTasks {
  const tasks = new Map<string, MemoryTask>();
  // Only ids of ended tasks are stored, so that nothing of a deleted task remains.
  const ended = createQueue<string>();
  const shown = createQueue<string>();
  const correspondences = createSenderIndexes();

  function forgetTask(taskId: string): void {
    const kept = tasks.get(taskId);
    if (!kept) return;
    tasks.delete(taskId);
    const { contextId, origin } = kept.log.task;
    const { messages, conversations } = correspondences.of(origin);
    for (let taken = kept.lastAccepted; taken; taken = taken.previous) {
      messages.delete(taken.submission.messageId);
    }
    if (conversations.get(contextId) === kept) conversations.delete(contextId);
    correspondences.dropEmpty(origin);
  }

  return {
    get: (taskId) => tasks.get(taskId),
    all: () => [...tasks.values()],
    store(kept, submission) {
      kept.lastAccepted = { submission, memoryTask: kept, previous: kept.lastAccepted };
      tasks.set(kept.log.task.id, kept);
      correspondences.of(submission).messages.set(submission.messageId, kept.lastAccepted);
    },
    findAccepted: (submission) =>
      correspondences.known(submission)?.messages.get(submission.messageId),
    findLatestCompleted(submission) {
      const { contextId } = submission;
      if (contextId === undefined) return undefined;
      return correspondences.known(submission)?.conversations.get(contextId);
    },
    recordEnd(taskId) {
      const kept = tasks.get(taskId);
      if (!kept) return;
      const { contextId, state, origin } = kept.log.task;
      if (state === 'completed') correspondences.of(origin).conversations.set(contextId, kept);
      ended.push(taskId);
      if (ended.length > maxEnded) forgetTask(ended.shift() ?? '');
      if (!kept.log.hasShown) return;
      shown.push(taskId);
      if (shown.length > MAX_ENDED_WITH_DELTAS) tasks.get(shown.shift() ?? '')?.log.dropDeltas();
    },
    remove: forgetTask,
  };
}

type SenderAndAgent = Pick<Submission, 'principal' | 'agent'>;

interface SenderIndexes {
  readonly known: (pair: SenderAndAgent) => SenderIndex | undefined;
  readonly of: (pair: SenderAndAgent) => SenderIndex;
  readonly dropEmpty: (pair: SenderAndAgent) => void;
}

function createSenderIndexes(): SenderIndexes {
  const byPrincipal = new Map<string, Map<string, SenderIndex>>();
  return {
    known: ({ principal, agent }) => byPrincipal.get(principal)?.get(agent),
    of({ principal, agent }) {
      let byAgent = byPrincipal.get(principal);
      if (!byAgent) byPrincipal.set(principal, (byAgent = new Map<string, SenderIndex>()));
      let found = byAgent.get(agent);
      if (!found) byAgent.set(agent, (found = { messages: new Map(), conversations: new Map() }));
      return found;
    },
    dropEmpty({ principal, agent }) {
      const byAgent = byPrincipal.get(principal);
      const left = byAgent?.get(agent);
      if (!byAgent || !left || left.messages.size + left.conversations.size > 0) return;
      byAgent.delete(agent);
      if (byAgent.size === 0) byPrincipal.delete(principal);
    },
  };
}
