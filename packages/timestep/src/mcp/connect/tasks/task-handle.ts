import { isJsonObject } from '../../../core/index.ts';
import type { ToolContext, ToolResult } from '../../../port/index.ts';
import type { ServerTask } from './task-results.ts';

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
