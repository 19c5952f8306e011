import type { Submission } from '../core/index.ts';
import type { MemoryDrive } from './memory-drive.ts';
import { createQueue } from './queue.ts';
import type { MemoryTaskLog } from './task-log.ts';

/** A task in memory. */
export interface KeptTask {
  readonly log: MemoryTaskLog;
  /** The newest message that the task has taken. */
  taken: TakenMessage | undefined;
  conducting: MemoryDrive | undefined;
  /** Whether its last drive was called off, because its agent has gone. */
  isCutOff: boolean;
}

/** A message that was taken, and the task that took it. */
export interface TakenMessage {
  readonly submission: Submission;
  readonly kept: KeptTask;
  /** The message that the same task took before. */
  readonly before: TakenMessage | undefined;
}

/** The tasks of a process, with indexes by their messages and conversations. */
export interface MemoryTasks {
  readonly get: (taskId: string) => KeptTask | undefined;
  readonly all: () => KeptTask[];
  /** Keeps a task, under the message that it has just taken. */
  readonly keep: (kept: KeptTask, submission: Submission) => void;
  /** Finds a message with the same id that was taken before. */
  readonly takenBefore: (submission: Submission) => TakenMessage | undefined;
  /** The newest completed task of the conversation that a submission continues. */
  readonly latestCompleted: (submission: Submission) => KeptTask | undefined;
  /** Records that a task has ended, and drops the oldest ended tasks above the bound. */
  readonly noteEnd: (taskId: string) => void;
  /** Drops a task and all that belongs to it. */
  readonly forget: (taskId: string) => void;
}

/** How many ended tasks keep their deltas, for readers that come directly after the end. */
const SHOWN_AFTER_END = 100;

/** What one sender has said to one agent. */
interface Correspondence {
  /** By the ids of the messages. */
  readonly messages: Map<string, TakenMessage>;
  /** The newest completed task of each conversation. */
  readonly conversations: Map<string, KeptTask>;
}

/** `most` is how many ended tasks are kept. */
export function createMemoryTasks(most: number): MemoryTasks {
  const tasks = new Map<string, KeptTask>();
  // Ids alone, so that nothing of a task that is erased stays here.
  const ended = createQueue<string>();
  const shown = createQueue<string>();
  const correspondences = createCorrespondences();

  function forget(taskId: string): void {
    const kept = tasks.get(taskId);
    if (!kept) return;
    tasks.delete(taskId);
    const { contextId, origin } = kept.log.task;
    const { messages, conversations } = correspondences.of(origin);
    for (let taken = kept.taken; taken; taken = taken.before) {
      messages.delete(taken.submission.messageId);
    }
    if (conversations.get(contextId) === kept) conversations.delete(contextId);
    correspondences.dropEmpty(origin);
  }

  return {
    get: (taskId) => tasks.get(taskId),
    all: () => [...tasks.values()],
    keep(kept, submission) {
      kept.taken = { submission, kept, before: kept.taken };
      tasks.set(kept.log.task.id, kept);
      correspondences.of(submission).messages.set(submission.messageId, kept.taken);
    },
    takenBefore: (submission) =>
      correspondences.known(submission)?.messages.get(submission.messageId),
    latestCompleted(submission) {
      const { contextId } = submission;
      if (contextId === undefined) return undefined;
      return correspondences.known(submission)?.conversations.get(contextId);
    },
    noteEnd(taskId) {
      const kept = tasks.get(taskId);
      if (!kept) return;
      const { contextId, state, origin } = kept.log.task;
      if (state === 'completed') correspondences.of(origin).conversations.set(contextId, kept);
      ended.push(taskId);
      if (ended.length > most) forget(ended.shift() ?? '');
      if (!kept.log.hasShown) return;
      shown.push(taskId);
      if (shown.length > SHOWN_AFTER_END) tasks.get(shown.shift() ?? '')?.log.forgetShown();
    },
    forget,
  };
}

/** A sender and an agent. */
type Pair = Pick<Submission, 'principal' | 'agent'>;

interface Correspondences {
  readonly known: (pair: Pair) => Correspondence | undefined;
  /** Begins one where there is none. */
  readonly of: (pair: Pair) => Correspondence;
  /** Forgets a sender of whom nothing is left. */
  readonly dropEmpty: (pair: Pair) => void;
}

function createCorrespondences(): Correspondences {
  const byPrincipal = new Map<string, Map<string, Correspondence>>();
  return {
    known: ({ principal, agent }) => byPrincipal.get(principal)?.get(agent),
    of({ principal, agent }) {
      let byAgent = byPrincipal.get(principal);
      if (!byAgent) byPrincipal.set(principal, (byAgent = new Map<string, Correspondence>()));
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
