import { toTool, type ToolSet } from '../../../engine/tools/index.ts';
import type { InternalTool } from './internal-tool.ts';

/**
 * Creates the tools for calling other agents. `shown` returns the name under which the model calls
 * a tool.
 */
export type CreateAgentCallTools = (shown: (tool: string) => string) => ToolSet;

/** Converts the tools for calling agents to tools of an `internal` server. */
export function toInternalTools(tools: ToolSet): InternalTool[] {
  return Object.entries(tools).map(([name, tool]): InternalTool => ({
    replay: 'never',
    ...toTool(tool),
    name,
    changes: 'nothing',
  }));
}
