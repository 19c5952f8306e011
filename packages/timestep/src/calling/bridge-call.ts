import { hash } from 'node:crypto';
import type { Task } from '../core/index.ts';
import type { ToolCallContext } from '../mcp/index.ts';
import type { OwnTask, OwnTasks } from '../port/index.ts';
import type { Said } from './answering.ts';
import type { Bridge } from './bridge.ts';
import { BridgeError } from './bridge-error.ts';

/** One call of a tool of the bridge, by one principal. */
export interface BridgeCall {
  readonly bridge: Bridge;
  readonly tasks: OwnTasks;
  readonly context: ToolCallContext;
  /** Asks no person, and leaves the task as it is where the caller goes away. */
  readonly isLooking?: boolean;
}

export function callOf(bridge: Bridge, context: ToolCallContext): BridgeCall {
  return { bridge, tasks: bridge.tasksOf(principalOf(context)), context };
}

/** Who calls: over MCP the caller that the server found out, in the process the owner of the task. */
function principalOf({ mcp, task }: ToolCallContext): string {
  return mcp?.request.http?.authInfo?.clientId ?? task?.principal ?? '';
}

/** The id of the message that a call sends: a call that is made again sends the same message. */
export function messageIdOf({ bridge, context: { key } }: BridgeCall): string {
  return key === undefined ? bridge.newId() : digestOf(key);
}

/** A digest, because a key may name a task of the caller, which agents do not need to know. */
export function digestOf(key: string): string {
  return `call-${hash('sha256', key, 'base64url')}`;
}

/** Throws `BridgeError` for a task that is not there, or not this caller's. */
export async function taskOf({ tasks }: BridgeCall, id: string): Promise<OwnTask> {
  const own = await tasks.find(id);
  if (own) return own;
  throw new BridgeError('unknown-task', `there is no task ${id}: give the handle of one of yours`);
}

/** Sends to a task that waits. Throws `RunnerError` where it takes nothing more. */
export function sendTo(
  { tasks }: BridgeCall,
  { id, origin }: Task,
  messageId: string,
  said: Said,
): Promise<OwnTask> {
  return tasks.submit({ agent: origin.agent, taskId: id, messageId, ...said });
}
