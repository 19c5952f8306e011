import type { McpTool, ToolCallContext } from '#protocols/mcp';
import { buildInputSchema } from '../../internal/tool-arguments.ts';
import type { WorkspaceOptions } from '../workspace-tools.ts';
import type { Workspace } from '../workspace.ts';
import { AGENT_SCHEMA } from './workspace-schemas.ts';

interface TryArguments {
  readonly agent: string;
  readonly message: string;
  readonly turns?: boolean;
}

export function createTryAgentTool(
  workspace: Workspace,
  askOnce: WorkspaceOptions['askOnce'],
): McpTool {
  return {
    name: 'try_agent',
    description:
      'Asks an agent once, as it is now, in a conversation of its own that nothing remembers. What needs a person is not done.',
    input: buildInputSchema(
      {
        agent: AGENT_SCHEMA,
        message: { type: 'string', minLength: 1, description: 'What the agent is asked' },
      },
      {
        turns: {
          type: 'boolean',
          description: 'Whether the result holds calls of tools as well. Default false',
        },
      },
    ),
    annotations: { openWorldHint: true },
    execute: async ({ agent, message, turns = false }: TryArguments, context: ToolCallContext) =>
      askOnce(workspace.openStorage(agent), message, context, turns),
  };
}
