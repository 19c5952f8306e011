import { isJsonObject } from '../../../core/index.ts';
import type { ToolContext, ToolResult } from '../../../port/index.ts';
import type { ServerTask } from './task-results.ts';

/** The field of a wait's state in which a call keeps its task at the server. */
const STATE = 'mcp_task';

/**
 * What a call returns so that its task keeps the handle: from then on the call is made again to look at the
 * task at the server, also after a crash.
 */
export function keepHandle(task: ServerTask): ToolResult {
  const { id } = task;
  // The prefix sets it apart from tasks of the runner.
  const awaits = {
    task_id: `mcp:${id}`,
    elsewhere: true,
    state: { [STATE]: { ...task } },
  } as const;
  return { content: '', awaits };
}

/** The task at the server that a call has kept; `undefined` where it has none. */
export function handleIn({ awaited = [] }: Pick<ToolContext, 'awaited'>): ServerTask | undefined {
  const kept = awaited.findLast(({ awaits }) => awaits.elsewhere)?.awaits.state?.[STATE];
  if (!isJsonObject(kept) || typeof kept['id'] !== 'string') return undefined;
  const { id, pollIntervalMs } = kept;
  return { id, ...(typeof pollIntervalMs === 'number' && { pollIntervalMs }) };
}
