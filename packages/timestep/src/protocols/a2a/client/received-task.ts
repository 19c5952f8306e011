import type { JsonObject } from '#core';
import { A2AClientError } from './a2a-client-error.ts';
import { callRemoteAgent, type Connection } from './json-rpc-client.ts';
import { filterObjects, getStringOrEmpty } from './lenient-fields.ts';
import type { RemoteMessage } from './remote-message.ts';
import { createRemoteTaskView, listUserMessageIds } from './remote-task.ts';
import { isMessageMissingInTask } from './still-waiting.ts';

/** Answer of a remote agent to the question whether it received a message. */
export type Receipt =
  | { readonly is: 'received'; readonly taskId: string }
  /** The agent's task still waits for the message, so the message did not arrive. */
  | { readonly is: 'missing' }
  | { readonly is: 'unknown' };

/**
 * Milliseconds for which a remote agent is repeatedly asked whether it received a message, because it may
 * list the task only after its first step.
 */
export const RECEIPT_PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

export interface ReceiptTime {
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  readonly patienceMs: number;
}

/** Asks a remote agent whether it received a message. Throws if the agent cannot be reached. */
export async function askForReceipt(
  connection: Connection,
  message: RemoteMessage,
  { pause, patienceMs }: ReceiptTime,
): Promise<Receipt> {
  const { taskId, contextId } = message;
  if (taskId !== undefined) return readReceiptOfTask(connection, message, taskId);
  const { protocolVersion } = connection.peer;
  // A2A 0.3 cannot list tasks, and without a context id the message's task cannot be identified.
  if (protocolVersion === '0.3' || contextId === undefined) return { is: 'unknown' };
  let pauseMs = FIRST_PAUSE_MS;
  for (let asked = 0; asked <= patienceMs; asked += pauseMs) {
    if (asked > 0) await pause(pauseMs, connection.signal);
    const tasks = await listTasksUnlessRefused(connection, contextId);
    if (tasks === undefined) break;
    const found = findTaskOfMessage(message, tasks);
    if (found !== undefined) return { is: 'received', taskId: found };
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
  return { is: 'unknown' };
}

/**
 * Finds out whether a remote task has received a message. If it has not, the remote task still waits for it.
 */
async function readReceiptOfTask(
  connection: Connection,
  message: RemoteMessage,
  taskId: string,
): Promise<Receipt> {
  const view = createRemoteTaskView();
  view.apply(await callRemoteAgent(connection, 'get', { id: taskId }));
  const { task, historyIds } = view;
  if (!task || task.id !== taskId) return { is: 'unknown' };
  if (isMessageMissingInTask(message, task, historyIds)) return { is: 'missing' };
  const isWaiting = task.state === 'input-required' || task.state === 'auth-required';
  const shows = !isWaiting || historyIds.includes(message.messageId);
  return shows ? { is: 'received', taskId } : { is: 'unknown' };
}

const PAGE_SIZE = 10;
/**
 * Number of newest messages to request of each task. Only in a long task, its first message is not among
 * them.
 */
const HISTORY_LENGTH = 100;

function findTaskOfMessage(
  { messageId, isOwnContext = false }: RemoteMessage,
  tasks: readonly JsonObject[],
): string | undefined {
  const shown = tasks.find((task) => listUserMessageIds(task).includes(messageId));
  // A context id that was made for this message belongs to no other message, so its task is the message's.
  const found = shown ?? (isOwnContext ? tasks[0] : undefined);
  return found && getStringOrEmpty(found, 'id');
}

/** Lists the tasks of a context, newest first. Undefined if the agent rejects the request. */
async function listTasksUnlessRefused(
  connection: Connection,
  contextId: string,
): Promise<readonly JsonObject[] | undefined> {
  try {
    const params = { contextId, pageSize: PAGE_SIZE, historyLength: HISTORY_LENGTH };
    const { tasks } = await callRemoteAgent(connection, 'list', params);
    // Some remote agents ignore the filter by context id, so tasks of other contexts are filtered out here.
    return filterObjects(tasks).filter((task) => getStringOrEmpty(task, 'contextId') === contextId);
  } catch (thrown) {
    if (thrown instanceof A2AClientError && thrown.code !== 'unreachable') return undefined;
    throw thrown;
  }
}

/** Creates the error that lets a person decide whether to send a message again. */
export function createUnknownReceiptError(agent: string): A2AClientError {
  const known = `it is unknown whether ${agent} received the message before the connection was lost`;
  const text = `It is unknown whether ${agent} received the message, as the connection or this process was lost while it was sent. Go on sends it again, so that work may be done twice. Go on or cancel?`;
  return new A2AClientError('receipt-unknown', known, {
    question: { text, options: ['go on', 'cancel'] },
  });
}
