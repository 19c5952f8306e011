import { toolOf, type ToolSet } from '../../environment/index.ts';
import type { InternalTool } from './internal-tool.ts';

/** The tools with which an agent calls others, for the names that its model calls them by. */
export type CallsOfAgent = (shown: (tool: string) => string) => ToolSet;

/** The same tools as a server of type `internal` has them. */
export function agentCallTools(tools: ToolSet): InternalTool[] {
  return Object.entries(tools).map(([name, tool]): InternalTool => ({
    replay: 'never',
    ...toolOf(tool),
    name,
    changes: 'nothing',
  }));
}
