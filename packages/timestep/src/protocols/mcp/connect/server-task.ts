import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isJsonObject } from '#core';
import type { ToolContext, ToolResult } from '#engine/port';

/** A task on the server that runs a call (`CreateTaskResult`, SEP-2663). */
export interface ServerTask {
  readonly id: string;
  readonly pollIntervalMs?: number;
}

const STATE = 'mcp_task';

/** Returns a wait that stores the server's task: the call is repeated to poll it after a crash. */
export function taskToWaitingResult(task: ServerTask): ToolResult {
  // The prefix distinguishes tasks of MCP servers from tasks of the runner.
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

/** The SDK rejects tasks in place of results. */
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
