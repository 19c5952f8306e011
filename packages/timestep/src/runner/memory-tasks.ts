import type { Submission } from '../core/index.ts';
import type { MemoryDrive } from './memory-drive.ts';
import { createQueue } from './queue.ts';
import type { MemoryTaskLog } from './task-log.ts';

/** A task in memory. */
export interface KeptTask {
  readonly log: MemoryTaskLog;
  /** Keys of the messages that the task has taken. */
  readonly messageKeys: string[];
  conducting: MemoryDrive | undefined;
  /** Whether its last drive was called off, because its agent has gone. */
  isCutOff: boolean;
}

/** A message that was taken, and the task that took it. */
export interface TakenMessage {
  readonly submission: Submission;
  readonly taskId: string;
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
  readonly noteEnd: (kept: KeptTask) => void;
  /** Drops a task and all that belongs to it. */
  readonly forget: (taskId: string) => void;
}

/** How many ended tasks keep their deltas, for readers that come directly after the end. */
const SHOWN_AFTER_END = 100;

/** `most` is how many ended tasks are kept. */
export function createMemoryTasks(most: number): MemoryTasks {
  const tasks = new Map<string, KeptTask>();
  const ended = createQueue<string>();
  const messages = new Map<string, TakenMessage>();
  /** The newest completed task of each conversation. */
  const conversations = new Map<string, string>();

  function forget(taskId: string): void {
    const kept = tasks.get(taskId);
    if (!kept) return;
    tasks.delete(taskId);
    for (const key of kept.messageKeys) messages.delete(key);
    const conversation = conversationOf(kept);
    if (conversations.get(conversation) === taskId) conversations.delete(conversation);
  }

  return {
    get: (taskId) => tasks.get(taskId),
    all: () => [...tasks.values()],
    keep(kept, submission) {
      const { id } = kept.log.task;
      const key = messageKeyOf(submission);
      tasks.set(id, kept);
      messages.set(key, { submission, taskId: id });
      kept.messageKeys.push(key);
    },
    takenBefore: (submission) => messages.get(messageKeyOf(submission)),
    latestCompleted({ principal, agent, contextId }) {
      if (contextId === undefined) return undefined;
      return tasks.get(conversations.get(keyOf(principal, agent, contextId)) ?? '');
    },
    noteEnd(kept) {
      const { id, state } = kept.log.task;
      if (state === 'completed') conversations.set(conversationOf(kept), id);
      ended.push(id);
      tasks.get(ended.fromEnd(SHOWN_AFTER_END) ?? '')?.log.forgetShown();
      if (ended.length > most) forget(ended.shift() ?? '');
    },
    forget,
  };
}

function messageKeyOf({ principal, agent, messageId }: Submission): string {
  return keyOf(principal, agent, messageId);
}

function conversationOf({ log: { task } }: KeptTask): string {
  const { principal, agent } = task.origin;
  return keyOf(principal, agent, task.contextId);
}

/** One key from three names; their lengths in it keep `a` and `bc` apart from `ab` and `c`. */
function keyOf(principal: string, agent: string, id: string): string {
  return `${principal.length}:${principal}${agent.length}:${agent}${id}`;
}
