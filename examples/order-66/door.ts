import {
  callsAwaitingClient,
  toArray,
  type Entry,
  type Task,
  type TaskState,
  type ToolSchema,
  type UserMessage,
} from '@timestep-ai/timestep/core';
import { RunnerError, type Runner } from '@timestep-ai/timestep/port';
import { createInTurn } from './in-turn.ts';

/** Where messages come in: what is delivered is on disk, in the task of its conversation. */
export interface Door {
  /**
   * Resolves once the message is durable, and says whether it came before. Throws `RunnerError` for
   * what is refused.
   */
  deliver(taskId: string, messageId: string, message: UserMessage): Promise<'new' | 'repeated'>;
  /** The task of a conversation. */
  find(taskId: string): Promise<Task | undefined>;
  /** Looks after what an earlier process left, and returns it. */
  takeUp(): Promise<Task[]>;
}

export interface DoorOptions {
  readonly runner: Runner;
  readonly agent: string;
  /** The call with which the agent waits for its next message. */
  readonly waiting: ToolSchema;
  /** Called with failures that no caller waits for. */
  readonly onFailure: (thrown: unknown) => void;
}

/** All callers that can reach the example's servers are the same. */
const PRINCIPAL = '';

const UNFINISHED: readonly TaskState[] = ['submitted', 'working', 'input-required'];
const PAGE = 100;
const NEVER = new AbortController().signal;

/**
 * One task per conversation, whose context is the conversation's id. Each message is a user message
 * of it: one that finds the task waiting answers the wait, one that finds it at work goes to its inbox.
 */
export function createDoor({ runner, agent, waiting, onFailure }: DoorOptions): Door {
  /** By conversation: two first messages at once must not begin two tasks. */
  const inTurn = createInTurn();

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
    const earlier = task && entryOf(task, idOf(taskId, messageId));
    if (earlier) {
      if (JSON.stringify(earlier.message) === JSON.stringify(message)) return 'repeated';
      const text = `message ${messageId} was sent before with another content`;
      throw new RunnerError('duplicate-message', text);
    }
    const taken = await runner.submit({
      agent,
      principal: PRINCIPAL,
      messageId: idOf(taskId, messageId),
      message,
      ...(task ? { taskId: task.id } : { contextId: taskId, start: { clientTools: [waiting] } }),
    });
    attend(taken.id);
    return 'new';
  }

  /**
   * A message that came while the agent decided to wait is in the inbox, where it would stay until the
   * next message: it ends the wait.
   */
  async function wake(id: string): Promise<void> {
    const task = await runner.settled(id, NEVER);
    const [open] = callsAwaitingClient(task);
    if (!open || task.inbox.length === 0) return;
    const results = [{ callId: open.call.id, output: 'there is a message' }];
    const messageId = idOf(id, `wake ${open.call.id}`);
    await runner.submit({ agent, principal: PRINCIPAL, taskId: id, messageId, results });
  }

  function attend(id: string): void {
    wake(id).catch((thrown: unknown) => {
      // Another process was faster, or the next process will look after the task.
      const isOver = thrown instanceof RunnerError && OVER.has(thrown.code);
      if (!isOver) onFailure(thrown);
    });
  }

  return {
    find,
    deliver: (taskId, messageId, message) =>
      inTurn(taskId, () => deliver(taskId, messageId, message)),
    async takeUp() {
      const left: Task[] = [];
      for (const state of UNFINISHED) {
        let pageToken: string | undefined;
        do {
          const query = { principal: PRINCIPAL, agent, state, pageSize: PAGE };
          const page = await runner.list({ ...query, ...(pageToken && { pageToken }) });
          left.push(...page.tasks);
          pageToken = page.nextPageToken;
        } while (pageToken !== undefined);
      }
      for (const { id } of left) attend(id);
      return left;
    },
  };
}

const OVER: ReadonlySet<string> = new Set([
  'closed',
  'task-finished',
  'results-without-call',
  'unknown-call',
  'unavailable',
]);

/** Message ids are unique within a conversation only. */
function idOf(taskId: string, messageId: string): string {
  return JSON.stringify([taskId, messageId]);
}

function entryOf(task: Task, messageId: string): Entry | undefined {
  return [...toArray(task.entries), ...task.inbox].find((entry) => entry.messageId === messageId);
}
