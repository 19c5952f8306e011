import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../../core/index.ts';

/** The key of `_meta` under which the rest of the client finds a task in place of a result. */
const TASK_META = 'dev.timestep/task';

/** A call that its server goes on with as a task (`CreateTaskResult`, SEP-2663). */
export interface ServerTask {
  readonly id: string;
  /** Milliseconds after which the server wants to be asked again. */
  readonly pollIntervalMs?: number;
}

/**
 * Lets tasks through that a server gives in place of results, which the SDK refuses. It is for a transport that is
 * not started yet.
 */
export function takeTaskResults(transport: Pick<Transport, 'onmessage'>): void {
  const before = Object.getOwnPropertyDescriptor(transport, 'onmessage');
  let listener: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => listener,
    set(next: Transport['onmessage']) {
      listener = next && ((message, extra) => next(withTask(message), extra));
      // What hears the messages of the transport comes first.
      if (before?.set) {
        before.set.call(transport, listener);
        listener = before.get?.call(transport) as Transport['onmessage'];
      }
    },
  });
}

/** The task in what a call returned; `undefined` where it is a result. */
export function serverTaskIn(meta: unknown): ServerTask | undefined {
  const task = isJsonObject(meta) ? meta[TASK_META] : undefined;
  if (!isJsonObject(task) || typeof task['taskId'] !== 'string') return undefined;
  const { taskId: id, pollIntervalMs } = task;
  return { id, ...(typeof pollIntervalMs === 'number' && { pollIntervalMs }) };
}

function withTask(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !isTask(message.result)) return message;
  // An error, because the SDK looks for the declared output in any other result.
  const result = { content: [], isError: true, _meta: { [TASK_META]: message.result } };
  return { ...message, result: { ...result, resultType: 'complete' } };
}

function isTask(result: unknown): result is JsonObject {
  return isJsonObject(result) && result['resultType'] === 'task';
}
