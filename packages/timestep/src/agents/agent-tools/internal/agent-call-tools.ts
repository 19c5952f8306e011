import { toTool, type ToolSet } from '../../../engine/tools/index.ts';
import type { InternalTool } from './internal-tool.ts';

/** `getDisplayName` returns the name under which the model calls a tool. */
export type CreateAgentCallTools = (shown: (tool: string) => string) => ToolSet;

export function toInternalTools(tools: ToolSet): InternalTool[] {
  return Object.entries(tools).map(([name, tool]): InternalTool => ({
    replay: 'never',
    ...toTool(tool),
    name,
    changes: 'nothing',
  }));
}
