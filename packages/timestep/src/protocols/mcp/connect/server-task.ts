import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isJsonObject } from '#core';
import type { ToolContext, ToolResult } from '#engine/port';

/** A task on the server that executes a tool call (`CreateTaskResult`, SEP-2663). */
export interface ServerTask {
  readonly id: string;
  readonly pollIntervalMs?: number;
}

const STATE = 'mcp_task';

/**
 * Returns a result that makes the calling task wait and store the server task's id, to poll it again after a crash.
 */
export function taskToWaitingResult(task: ServerTask): ToolResult {
  // With this prefix, ids of server tasks differ from ids of the runner's tasks.
  const task_id = `mcp:${task.id}`;
  return { content: '', awaits: { task_id, elsewhere: true, state: { [STATE]: { ...task } } } };
}

export function findStoredTask({ awaited = [] }: ToolContext): ServerTask | undefined {
  const stored = awaited.findLast(({ awaits }) => awaits.elsewhere)?.awaits.state?.[STATE];
  return isJsonObject(stored)
    ? createServerTask(stored['id'], stored['pollIntervalMs'])
    : undefined;
}

const TASK_META = 'dev.timestep/task';

export function parseServerTask(meta: unknown): ServerTask | undefined {
  const task = isJsonObject(meta) ? meta[TASK_META] : undefined;
  return isJsonObject(task) ? createServerTask(task['taskId'], task['pollIntervalMs']) : undefined;
}

/** Wraps a task in a tool result, because the SDK rejects a task in place of a result. */
export function wrapTaskAsToolResult(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || message.result['resultType'] !== 'task') return message;
  // The result is marked as an error, because the SDK validates the output of any other result.
  const result = { content: [], isError: true, _meta: { [TASK_META]: message.result } };
  return { ...message, result: { ...result, resultType: 'complete' } };
}

function createServerTask(id: unknown, pollIntervalMs: unknown): ServerTask | undefined {
  if (typeof id !== 'string') return undefined;
  return { id, ...(typeof pollIntervalMs === 'number' && { pollIntervalMs }) };
}
