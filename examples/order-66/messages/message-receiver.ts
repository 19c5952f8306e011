import {
  listCallsAwaitingClient,
  toArray,
  type Entry,
  type Task,
  type TaskState,
  type ToolSchema,
  type UserMessage,
} from '@timestep-ai/timestep/core';
import { RunnerError, type Runner } from '@timestep-ai/timestep/port';
import { createKeyedQueue } from './keyed-queue.ts';

/** Receives messages: a delivered message is on disk, in the task of its conversation. */
export interface MessageReceiver {
  /**
   * Resolves once the message is on disk, and returns whether it was new or repeated. Throws
   * `RunnerError` if the message is refused.
   */
  deliver(taskId: string, messageId: string, message: UserMessage): Promise<'new' | 'repeated'>;
  /** Returns the task of a conversation. */
  find(taskId: string): Promise<Task | undefined>;
  /** Resumes the unfinished tasks of an earlier process, and returns them. */
  resumeTasks(): Promise<Task[]>;
}

export interface MessageReceiverOptions {
  readonly runner: Runner;
  readonly agent: string;
  /** The tool that the agent calls to wait for its next message. */
  readonly waiting: ToolSchema;
  /** Whether the task of a conversation has the conversation's id. Otherwise it has a UUID. */
  readonly isNamedByConversation?: boolean;
  /** Called with failures that no caller waits for. */
  readonly onFailure: (thrown: unknown) => void;
}

/** All callers of the example's servers share one principal. */
const PRINCIPAL = '';

const UNFINISHED: readonly TaskState[] = ['submitted', 'working', 'input-required'];
const PAGE = 100;
const NEVER = new AbortController().signal;

/**
 * Creates one task per conversation; the context of the task is the id of the conversation. Each
 * message is a user message of the task: if the task is waiting, the message answers the wait; if
 * the task is working, the message goes to its inbox.
 */
export function createMessageReceiver({
  runner,
  agent,
  waiting,
  isNamedByConversation = false,
  onFailure,
}: MessageReceiverOptions): MessageReceiver {
  // Calls are queued per conversation, so that concurrent first messages create one task.
  const inTurn = createKeyedQueue();

  async function find(taskId: string): Promise<Task | undefined> {
    const query = { principal: PRINCIPAL, agent, contextId: taskId, pageSize: 1 };
    return (await runner.list(query)).tasks[0];
  }

  async function deliver(
    taskId: string,
    messageId: string,
    message: UserMessage,
  ): Promise<'new' | 'repeated'> {
    const task = await find(taskId);
    const earlier = task && findEntry(task, createStoredId(taskId, messageId));
    if (earlier) {
      if (JSON.stringify(earlier.message) === JSON.stringify(message)) return 'repeated';
      const text = `message ${messageId} was sent before with another content`;
      throw new RunnerError('duplicate-message', text);
    }
    const start = { clientTools: [waiting], ...(isNamedByConversation && { taskId }) };
    const taken = await runner.submit({
      agent,
      principal: PRINCIPAL,
      messageId: createStoredId(taskId, messageId),
      message,
      ...(task ? { taskId: task.id } : { contextId: taskId, start }),
    });
    watchTask(taken.id);
    return 'new';
  }

  /**
   * Ends a wait that began when a message was already in the inbox; otherwise that message would
   * stay there until the next message.
   */
  async function wake(id: string): Promise<void> {
    const task = await runner.waitUntilSettled(id, NEVER);
    const [open] = listCallsAwaitingClient(task);
    if (!open || task.inbox.length === 0) return;
    const results = [{ callId: open.call.id, output: 'there is a message' }];
    const messageId = createStoredId(id, `wake ${open.call.id}`);
    await runner.submit({ agent, principal: PRINCIPAL, taskId: id, messageId, results });
  }

  function watchTask(id: string): void {
    wake(id).catch((thrown: unknown) => {
      // Another process was faster, or the next process will resume the task.
      const isOver = thrown instanceof RunnerError && OVER.has(thrown.code);
      if (!isOver) onFailure(thrown);
    });
  }

  return {
    find,
    deliver: (taskId, messageId, message) =>
      inTurn(taskId, () => deliver(taskId, messageId, message)),
    async resumeTasks() {
      const left = await listUnfinishedTasks(runner, agent);
      for (const { id } of left) watchTask(id);
      return left;
    },
  };
}

async function listUnfinishedTasks(runner: Runner, agent: string): Promise<Task[]> {
  const tasks: Task[] = [];
  for (const state of UNFINISHED) {
    let pageToken: string | undefined;
    do {
      const query = { principal: PRINCIPAL, agent, state, pageSize: PAGE };
      const page = await runner.list({ ...query, ...(pageToken && { pageToken }) });
      tasks.push(...page.tasks);
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }
  return tasks;
}

const OVER: ReadonlySet<string> = new Set([
  'closed',
  'task-finished',
  'results-without-call',
  'unknown-call',
  'unavailable',
]);

/** Adds the task id, because message ids are unique within a conversation only. */
function createStoredId(taskId: string, messageId: string): string {
  return JSON.stringify([taskId, messageId]);
}

function findEntry(task: Task, messageId: string): Entry | undefined {
  return [...toArray(task.entries), ...task.inbox].find((entry) => entry.messageId === messageId);
}
