import { buildToolsSchema, functionEnvironment, type ToolSet } from '../../environment/index.ts';
import type { InternalTool } from './internal-tool.ts';

/** The tools with which an agent calls others, for the names that its model calls them by. */
export type CallsOfAgent = (shown: (tool: string) => string) => ToolSet;

/** The same tools as a server of type `internal` has them. */
export function agentCallTools(tools: ToolSet): InternalTool[] {
  const environment = functionEnvironment(tools);
  return buildToolsSchema(tools).map(({ function: called, replay = 'never' }): InternalTool => {
    const { name, description = '', parameters } = called;
    return {
      name,
      description,
      input: parameters,
      act: {
        kind: 'agents',
        replay,
        run: async (args, context) =>
          environment.callTool({ id: context.key, name, arguments: args }, context),
      },
    };
  });
}
