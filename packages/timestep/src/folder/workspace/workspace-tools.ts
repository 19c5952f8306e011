import { TimestepError, type JsonObject } from '../../core/index.ts';
import {
  createToolError,
  type EnvironmentDefinition,
  type ToolCallContext,
  type McpTool,
} from '../../mcp/index.ts';
import { loadAgent, type AgentDefinition } from '../load-agent-folder.ts';
import { changingTools } from './changing-tools.ts';
import { makingTools } from './making-tools.ts';
import { readingTools } from './reading-tools.ts';
import { openWorkspace, type Workspace } from './workspace.ts';
import { AGENT_SCHEMA } from './workspace-schemas.ts';
import { inputOf, textIn } from '../internal/internal-tool.ts';

/** What the tools for the agents of a workspace may do. */
export interface WorkspaceOptions {
  /** The version of the program that serves them. */
  readonly version: string;
  /** Whether the operator allows every change, so that no person is asked. Default false. */
  readonly allowsChanges?: boolean;
  /** Answers in trials instead of the agents' models. */
  readonly model?: string;
  /** Asks an agent once, in a context of its own. */
  readonly askOnce: (
    agent: AgentDefinition,
    message: string,
    context: ToolCallContext,
    showsTurns: boolean,
  ) => Promise<unknown>;
}

const INSTRUCTIONS =
  'Makes and changes agents, each of which is a folder of files. Call get_agent before you change an agent, and try_agent after. A person looks at every change before it is made.';

/**
 * Tools with which a model makes, reads, changes, copies, deletes and tries the agents below a folder. Nothing
 * outside of the folder is read or written. Throws `FolderError` where there is no such folder.
 */
export function workspaceTools(folder: string, options: WorkspaceOptions): EnvironmentDefinition {
  const workspace = openWorkspace(folder);
  const { allowsChanges = false } = options;
  const deps = { workspace, allowsChanges };
  const tools = [
    ...readingTools(deps),
    ...makingTools(deps),
    ...changingTools(deps),
    tryTool(workspace, options),
  ];
  return {
    name: 'timestep-agents',
    version: options.version,
    instructions: INSTRUCTIONS,
    tools: tools.map((tool) => withoutPlace(tool, workspace)),
  };
}

function tryTool(workspace: Workspace, { askOnce, model }: WorkspaceOptions): McpTool {
  return {
    name: 'try_agent',
    description:
      'Asks an agent once, as it is now, in a conversation of its own that nothing remembers. What needs a person is not done.',
    input: inputOf(
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
      const storage = workspace.storageOf(textIn(args, 'agent') ?? '');
      const agent = await loadAgent(storage, model === undefined ? {} : { model });
      try {
        const message = textIn(args, 'message') ?? '';
        return await askOnce(agent, message, context, args['turns'] === true);
      } finally {
        await agent.close();
      }
    },
  };
}

/** A tool of whose failures that have a code the model receives the message, without where the workspace is. */
function withoutPlace({ execute, ...tool }: McpTool, { root }: Workspace): McpTool {
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
