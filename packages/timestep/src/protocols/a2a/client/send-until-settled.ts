import type { Dispatch, JsonObject } from '#core';
import { createRetryWait, type RetryWaitOptions } from '#protocols/http';
import { A2AClientError } from './a2a-client-error.ts';
import { createDispatching, hasToolCallsExtension, type Dispatching } from './dispatching.ts';
import {
  callRemoteAgent,
  streamFromRemoteAgent,
  type Connection,
  type RpcParams,
} from './json-rpc-client.ts';
import type { RemoteMessage } from './remote-message.ts';
import {
  createRemoteTaskView,
  isRemoteTaskSettled,
  type RemoteTask,
  type RemoteTaskUpdate,
  type RemoteTaskView,
} from './remote-task.ts';
import { isMessageMissingInTask } from './still-waiting.ts';

/** Throws if an event belongs to a different task, which could be a task of another caller. */
export function assertSameTask(
  { taskId }: RemoteTaskView,
  id: string | undefined,
  { peer }: Connection,
): void {
  if (!taskId || id === undefined || id === '' || taskId === id) return;
  throw new A2AClientError(
    'bad-response',
    `invalid response of ${peer.name}: it is about another task than ${id}`,
  );
}

const FIRST_POLL_MS = 100;
const MAX_POLL_MS = 5000;
const UNSUPPORTED: readonly unknown[] = [-32004, -32601];

/** Access to the delivery state of a message in the caller's log. */
export interface DispatchLog {
  /** Delivery state that earlier attempts recorded. */
  readonly earlier: Dispatch | undefined;
  readonly record: (
    progress: Pick<Dispatch, 'state' | 'task_id' | 'context_id'>,
  ) => Promise<unknown> | void;
}

export interface SendOptions {
  readonly time: Omit<RetryWaitOptions, 'signal'>;
  /**
   * Waits and limits for retries until the agent has accepted the message. After that, `time` has
   * the limits.
   */
  readonly startTime: Omit<RetryWaitOptions, 'signal'>;
  readonly log: DispatchLog | undefined;
}

/** Sends a message, or resumes the task that it started, and yields updates until the task ends or waits. */
export async function* sendUntilSettled(
  connection: Connection,
  given: RemoteMessage,
  options: SendOptions,
): AsyncGenerator<RemoteTaskUpdate> {
  const { time, startTime } = options;
  const { signal, peer } = connection;
  const dispatching = createDispatching(connection, given, options);
  const starting = createRetryWait({ ...startTime, signal });
  const waiting = createRetryWait({ ...time, signal });
  const view = createRemoteTaskView(hasToolCallsExtension(peer));
  const followedId = await dispatching.findStartedTask();
  let taskId = followedId ?? given.taskId;
  let idle = 0;
  let isNews = false;
  let last: RemoteTask | undefined;
  const isNew = (update: RemoteTaskUpdate): boolean => {
    if (update.kind === 'task' && hasNoNewContent(last, update.task)) return false;
    if (update.kind === 'task') last = update.task;
    isNews = true;
    return true;
  };
  let doubtUntil: number | undefined;
  /**
   * Returns whether to stop reading a task. A task that waits without a trace of this message is
   * read on for `patienceMs`, because its question may be the one from before the message.
   */
  const isOver = (task: RemoteTask): boolean => {
    if (!isRemoteTaskSettled(task)) return false;
    if (!isMessageMissingInTask(given, task, view.historyIds)) return true;
    doubtUntil ??= time.now() + time.patienceMs;
    return time.now() >= doubtUntil;
  };
  for (;;) {
    const id = view.task?.id ?? followedId;
    isNews = false;
    try {
      const events = await sendMessageOrSubscribe(connection, id, dispatching);
      for await (const together of events) {
        waiting.reset();
        for (const event of together) {
          const updates = view.apply(event);
          assertSameTask(view, taskId, connection);
          taskId ||= view.taskId;
          dispatching.accept(view);
          yield* updates.filter(isNew);
        }
        // A remote agent may keep the stream of a waiting task open until the task gets an answer.
        if (id !== undefined && view.task && isRemoteTaskSettled(view.task)) break;
      }
      waiting.reset();
    } catch (thrown) {
      if (!(thrown instanceof A2AClientError)) throw thrown;
      const { task } = view;
      const isBegun = task !== undefined || followedId !== undefined;
      if (!isBegun && dispatching.shouldSendAgainAtOnce(thrown)) continue;
      if (!(isBegun ? thrown.code === 'unreachable' : thrown.retryable)) throw thrown;
      if (task && isOver(task)) return;
      await (isBegun ? waiting : starting).waitAfterFailure(thrown, thrown.retryAfterMs);
      continue;
    }
    const { task } = view;
    if (!task)
      throw new A2AClientError(
        'bad-response',
        `invalid response of ${peer.name}: it contains no task`,
      );
    if (isOver(task)) return;
    if (id === undefined) continue;
    idle = isNews ? 0 : idle + 1;
    await time.pause(Math.min(MAX_POLL_MS, FIRST_POLL_MS * 2 ** idle), signal);
  }
}

/** Opens the events of the task with this id. Without an id, sends the message. */
async function sendMessageOrSubscribe(
  connection: Connection,
  id: string | undefined,
  dispatching: Dispatching,
): Promise<AsyncIterable<readonly JsonObject[]>> {
  if (id !== undefined) return streamOrCallAgent(connection, 'subscribe', 'get', () => ({ id }));
  await dispatching.begin();
  return streamOrCallAgent(connection, 'stream', 'send', dispatching.getSendParams);
}

/** Returns whether a task has no new content. In a waiting task, other tool calls or approval requests are new. */
function hasNoNewContent(last: RemoteTask | undefined, task: RemoteTask): boolean {
  if (last?.state !== task.state) return false;
  if (!isRemoteTaskSettled(task)) return true;
  const joinIds = ({ toolCalls, approvals }: RemoteTask): string =>
    [...toolCalls, ...approvals].map(({ id }) => id).join('\n');
  const isSameGiven = last.artifacts.length === task.artifacts.length;
  return last.text === task.text && isSameGiven && joinIds(last) === joinIds(task);
}

/**
 * Yields events of a stream, or a single result if the agent refuses to stream, despite its card or
 * because the task has ended.
 */
async function* streamOrCallAgent(
  connection: Connection,
  streamed: Parameters<typeof streamFromRemoteAgent>[1],
  called: 'send' | 'get',
  getParams: (isStream: boolean) => RpcParams,
): AsyncGenerator<readonly JsonObject[]> {
  if (connection.peer.streaming) {
    try {
      yield* streamFromRemoteAgent(connection, streamed, getParams(true));
      return;
    } catch (thrown) {
      if (!(thrown instanceof A2AClientError)) throw thrown;
      // Agents refuse to stream an ended task with various error codes. Reading the task instead is harmless.
      const isRead = streamed === 'subscribe' && thrown.code === 'rejected';
      if (!isRead && !UNSUPPORTED.includes(thrown.rpcCode)) throw thrown;
    }
  }
  yield [await callRemoteAgent(connection, called, getParams(false))];
}
