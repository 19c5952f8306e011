import type { ToolSchema } from '../message/message.ts';
import { isToolOmitted } from './omission.ts';
import { listOmissions } from './refusal.ts';
import { canCallTool } from '../task/refused-calls.ts';
import type { Task } from '../task/task.ts';

/**
 * Returns the tools that the next model request of a task offers: the selected tools of the agent, which
 * are given as `listed`, and the caller's tools, if the model may call them.
 */
export function listToolsForModel(
  task: Pick<Task, 'origin' | 'selection' | 'omitted' | 'refusal'>,
  listed: readonly ToolSchema[],
): readonly ToolSchema[] {
  const { origin, selection } = task;
  const chosen = selection?.tools && new Set(selection.tools);
  const shown = chosen ? listed.filter((tool) => chosen.has(tool.function.name)) : listed;
  const all = origin.clientTools.length > 0 ? [...shown, ...origin.clientTools] : shown;
  const canCall = (tool: ToolSchema): boolean => canCallTool(origin, tool.function.name);
  const callable = all.every(canCall) ? all : all.filter(canCall);
  const omissions = listOmissions(task);
  // The same array is returned if nothing changes, so that agents can cache what they derive from it.
  if (!omissions) return callable;
  return callable.filter((tool) => !isToolOmitted(omissions, tool));
}
