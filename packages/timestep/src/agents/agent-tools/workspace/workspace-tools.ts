import { TimestepError, type JsonObject } from '../../../core/index.ts';
import type { AgentStorage } from '../../../engine/port/index.ts';
import {
  createToolError,
  type EnvironmentDefinition,
  type ToolCallContext,
  type McpTool,
} from '../../../protocols/mcp/index.ts';
import { buildInputSchema, getTextArgument } from '../internal/internal-tool.ts';
import { createChangingTools } from './changing-tools.ts';
import { createMakingTools } from './making-tools.ts';
import { createReadingTools } from './reading-tools.ts';
import { AGENT_SCHEMA } from './workspace-schemas.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/** Options of {@link createWorkspaceTools}. */
export interface WorkspaceOptions {
  /** Version of the program that serves the tools. */
  readonly version: string;
  /** Whether the operator allows every change, so that no person is asked. Default: false. */
  readonly allowsChanges?: boolean;
  /** Loads an agent from its files and sends it one message in a new, separate context. */
  readonly askOnce: (
    agent: AgentStorage,
    message: string,
    context: ToolCallContext,
    showsTurns: boolean,
  ) => Promise<unknown>;
}

const INSTRUCTIONS =
  'Makes and changes agents, each of which is a folder of files. Call get_agent before you change an agent, and try_agent after. A person looks at every change before it is made.';

/** Creates tools for the agents below a folder. Throws `FolderError` if it does not exist. */
export function createWorkspaceTools(
  folder: string,
  options: WorkspaceOptions,
): EnvironmentDefinition {
  const workspace = openWorkspace(folder);
  const { allowsChanges = false } = options;
  const deps = { workspace, allowsChanges };
  const tools = [
    ...createReadingTools(deps),
    ...createMakingTools(deps),
    ...createChangingTools(deps),
    createTryTool(workspace, options),
  ];
  return {
    name: 'timestep-agents',
    version: options.version,
    instructions: INSTRUCTIONS,
    tools: tools.map((tool) => hideWorkspacePath(tool, workspace)),
  };
}

function createTryTool(workspace: Workspace, { askOnce }: WorkspaceOptions): McpTool {
  return {
    name: 'try_agent',
    description:
      'Asks an agent once, as it is now, in a conversation of its own that nothing remembers. What needs a person is not done.',
    input: buildInputSchema(
      {
        agent: AGENT_SCHEMA,
        message: { type: 'string', minLength: 1, description: 'What the agent is asked' },
        turns: {
          type: 'boolean',
          description: 'Whether the result holds calls of tools as well. Default false',
        },
      },
      ['agent', 'message'],
    ),
    annotations: { openWorldHint: true },
    async execute(args: JsonObject, context: ToolCallContext) {
      const storage = workspace.openStorage(getTextArgument(args, 'agent') ?? '');
      const message = getTextArgument(args, 'message') ?? '';
      return askOnce(storage, message, context, args['turns'] === true);
    },
  };
}

/** Errors with a code become error messages for the model, without the path of the workspace. */
function hideWorkspacePath({ execute, ...tool }: McpTool, { root }: Workspace): McpTool {
  return {
    ...tool,
    async execute(args, context) {
      try {
        return await execute(args, context);
      } catch (thrown) {
        if (!TimestepError.isInstance(thrown)) throw thrown;
        return createToolError(thrown.message.replaceAll(`${root}/`, ''));
      }
    },
  };
}
