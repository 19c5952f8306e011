import { TimestepError } from '#core';
import type { AgentStorage } from '#engine/port';
import {
  type EnvironmentDefinition,
  type McpTool,
  type ToolCallContext,
  createToolError,
} from '#protocols/mcp';
import { createChangeAgentTool } from './tools/change-agent.ts';
import { createCloneAgentTool } from './tools/clone-agent.ts';
import { createCreateAgentTool } from './tools/create-agent.ts';
import { createDeleteAgentTool } from './tools/delete-agent.ts';
import { createAgentReadingTools } from './tools/reading-tools.ts';
import { createTryAgentTool } from './tools/try-agent.ts';
import { createRemovePartTool, createWritePartTool } from './tools/write-part.ts';
import { type Workspace, openWorkspace } from './workspace.ts';

/** Options of `createAgentAuthoringTools`. */
export interface WorkspaceOptions {
  /** Version of the program, which the MCP server reports. */
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

/**
 * Creates tools to create, change and try the agents below a folder. Throws `FolderError` if the
 * folder does not exist.
 */
export function createAgentAuthoringTools(
  folder: string,
  options: WorkspaceOptions,
): EnvironmentDefinition {
  const workspace = openWorkspace(folder);
  const { allowsChanges = false } = options;
  const deps = { workspace, allowsChanges };
  const tools = [
    ...createAgentReadingTools(deps),
    createCreateAgentTool(deps),
    createCloneAgentTool(deps),
    createDeleteAgentTool(deps),
    createChangeAgentTool(deps),
    createWritePartTool(deps),
    createRemovePartTool(deps),
    createTryAgentTool(workspace, options.askOnce),
  ];
  return {
    name: 'timestep-agents',
    version: options.version,
    instructions: INSTRUCTIONS,
    tools: tools.map((tool) => hideWorkspacePathInErrors(tool, workspace)),
  };
}

/** Hides the path of the workspace in errors, which the model receives as messages. */
function hideWorkspacePathInErrors({ execute, ...tool }: McpTool, { root }: Workspace): McpTool {
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
