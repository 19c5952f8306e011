import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../../core/index.ts';
import type { ToolContext, ToolResult } from '../../../engine/port/index.ts';

/** The state field in which a waiting call stores its task on the server. */
const STATE = 'mcp_task';

/** The calling task stores the handle and repeats the call to poll, even after a crash. */
export function taskToWaitingResult(task: ServerTask): ToolResult {
  const { id } = task;
  // The prefix distinguishes tasks of MCP servers from tasks of the runner.
  const awaits = {
    task_id: `mcp:${id}`,
    elsewhere: true,
    state: { [STATE]: { ...task } },
  } as const;
  return { content: '', awaits };
}

export function findStoredTask({
  awaited = [],
}: Pick<ToolContext, 'awaited'>): ServerTask | undefined {
  const kept = awaited.findLast(({ awaits }) => awaits.elsewhere)?.awaits.state?.[STATE];
  if (!isJsonObject(kept) || typeof kept['id'] !== 'string') return undefined;
  const { id, pollIntervalMs } = kept;
  return { id, ...(typeof pollIntervalMs === 'number' && { pollIntervalMs }) };
}

/** The key of `_meta` that carries a server's task in place of a result. */
const TASK_META = 'dev.timestep/task';

/** A task on the server that runs a call (`CreateTaskResult`, SEP-2663). */
export interface ServerTask {
  readonly id: string;
  readonly pollIntervalMs?: number;
}

/** Wraps tasks, because the SDK rejects them. The transport must not be started yet. */
export function convertTaskResults(transport: Pick<Transport, 'onmessage'>): void {
  const before = Object.getOwnPropertyDescriptor(transport, 'onmessage');
  let listener: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => listener,
    set(next: Transport['onmessage']) {
      listener = next && ((message, extra) => next(wrapTaskResult(message), extra));
      // An existing listener for messages is called first.
      if (before?.set) {
        before.set.call(transport, listener);
        listener = before.get?.call(transport) as Transport['onmessage'];
      }
    },
  });
}

/** Undefined if the call has a result. */
export function parseServerTask(meta: unknown): ServerTask | undefined {
  const task = isJsonObject(meta) ? meta[TASK_META] : undefined;
  if (!isJsonObject(task) || typeof task['taskId'] !== 'string') return undefined;
  const { taskId: id, pollIntervalMs } = task;
  return { id, ...(typeof pollIntervalMs === 'number' && { pollIntervalMs }) };
}

function wrapTaskResult(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !isTask(message.result)) return message;
  // Marked as an error, because the SDK validates the output of any other result.
  const result = { content: [], isError: true, _meta: { [TASK_META]: message.result } };
  return { ...message, result: { ...result, resultType: 'complete' } };
}

function isTask(result: unknown): result is JsonObject {
  return isJsonObject(result) && result['resultType'] === 'task';
}
