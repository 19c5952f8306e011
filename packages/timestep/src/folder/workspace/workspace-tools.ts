import { TimestepError, type JsonObject } from '../../core/index.ts';
import {
  createToolError,
  type EnvironmentDefinition,
  type ToolCallContext,
  type ToolDefinition,
} from '../../mcp/index.ts';
import { loadAgent, type AgentDefinition } from '../load-agent-folder.ts';
import { changingTools } from './changing-tools.ts';
import { withConsent, type PlannedChange } from './consent.ts';
import { makingTools } from './making-tools.ts';
import { readingTools } from './reading-tools.ts';
import { openWorkspace, type Workspace } from './workspace.ts';
import { AGENT_SCHEMA } from './workspace-schemas.ts';
import { inputOf, textIn } from '../internal/internal-tool.ts';

/** Options of the tools for the agents of a workspace. */
export interface WorkspaceOptions {
  /** Version of the program that serves the tools. */
  readonly version: string;
  /** Whether the operator allows every change without asking a user. Default: false. */
  readonly allowsChanges?: boolean;
  /** Model that answers in trials instead of the agents' models. */
  readonly model?: string;
  /** Sends one message to an agent, in a separate context. */
  readonly askOnce: (
    agent: AgentDefinition,
    message: string,
    context: ToolCallContext,
    showsTurns: boolean,
  ) => Promise<unknown>;
}

/** A tool that plans a change of a workspace. */
export interface ChangingTool extends Omit<ToolDefinition, 'run' | 'input'> {
  readonly input: JsonObject;
  readonly plan: (args: JsonObject, workspace: Workspace) => Promise<PlannedChange>;
}

/** A tool that reads a workspace. */
export interface ReadingTool extends Omit<ToolDefinition, 'run' | 'input'> {
  readonly input: JsonObject;
  readonly read: (args: JsonObject, workspace: Workspace) => Promise<unknown>;
}

const INSTRUCTIONS =
  'Makes and changes agents, each of which is a folder of files. Call get_agent before you change an agent, and try_agent after. A person looks at every change before it is made.';

/**
 * Creates the tools with which a model creates, reads, changes, copies, deletes and tries the
 * agents below a folder. Nothing outside the folder is read or written. Throws `FolderError` if the
 * folder does not exist.
 */
export function workspaceTools(folder: string, options: WorkspaceOptions): EnvironmentDefinition {
  const workspace = openWorkspace(folder);
  const { allowsChanges = false } = options;
  return {
    name: 'timestep-agents',
    version: options.version,
    instructions: INSTRUCTIONS,
    tools: [
      ...readingTools().map(({ read, ...tool }): ToolDefinition => ({
        ...tool,
        annotations: { readOnlyHint: true },
        run: (args: JsonObject) => toldOf(workspace, () => read(args, workspace)),
      })),
      ...[...makingTools(), ...changingTools()].map(({ plan, ...tool }): ToolDefinition => ({
        ...tool,
        run: (args: JsonObject, context: ToolCallContext) =>
          toldOf(workspace, async () =>
            withConsent(await plan(args, workspace), context, allowsChanges),
          ),
      })),
      tryTool(workspace, options),
    ],
  };
}

function tryTool(workspace: Workspace, { askOnce, model }: WorkspaceOptions): ToolDefinition {
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
    run: (args: JsonObject, context: ToolCallContext) =>
      toldOf(workspace, async () => {
        const storage = workspace.storageOf(textIn(args, 'agent') ?? '');
        const agent = await loadAgent(storage, model === undefined ? {} : { model });
        try {
          const message = textIn(args, 'message') ?? '';
          return await askOnce(agent, message, context, args['turns'] === true);
        } finally {
          await agent.close();
        }
      }),
  };
}

/**
 * Runs a tool. An error with a code becomes a result with its message, without the location of the
 * workspace. Other errors are thrown.
 */
async function toldOf(workspace: Workspace, run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run();
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return createToolError(thrown.message.replaceAll(`${workspace.root}/`, ''));
  }
}
