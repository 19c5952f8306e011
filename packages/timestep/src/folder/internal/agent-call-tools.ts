import { buildToolsSchema, functionEnvironment, type ToolSet } from '../../environment/index.ts';
import type { InternalTool } from './internal-tool.ts';

/**
 * Creates the tools for calling other agents. `shown` returns the name under which the model calls
 * a tool.
 */
export type CallsOfAgent = (shown: (tool: string) => string) => ToolSet;

/** Converts the tools for calling agents to tools of an `internal` server. */
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
