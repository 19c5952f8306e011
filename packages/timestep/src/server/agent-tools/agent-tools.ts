import type { JsonObject } from '../../core/index.ts';
import type { AgentTool, AgentTools } from '../../environment/index.ts';
import type { EnvironmentDefinition, ToolCallContext, ToolDefinition } from '../../mcp/index.ts';
import { createOwnTasks, type Runner, type ServedAgent } from '../../port/index.ts';
import { systemClock } from '../../runner/index.ts';
import type { Servable } from '../serve-options.ts';
import { answerCall, type CallDesk } from './answer-call.ts';

/** An agent whose tools are for others. */
export interface ToolsAgent extends Pick<Servable, 'agentId' | 'description'> {
  readonly agentTools: AgentTools;
  /** Its output schema is that of its tools. Undefined: their results are text. */
  readonly loop?: Pick<ServedAgent, 'output'>;
}

/** What the tools of agents are served with. */
export interface AgentToolsOptions {
  readonly runner: Runner;
  /** Whether callers receive everything that was said, and not the answer alone. Default false. */
  readonly debug?: boolean;
  /** Receives why changed tools cannot be served; those before them stay. */
  readonly onError: (thrown: unknown) => void;
}

/** The tools of agents as an environment, which changes with them. */
export interface AgentToolsEnvironment {
  now(): EnvironmentDefinition;
  /** Receives the environment after each change; what it returns ends that. */
  watch(onChange: (definition: EnvironmentDefinition) => void): () => void;
}

/** What several agents in one server are called together. */
const SEVERAL = { name: 'timestep-tools', version: '1.0.0' };

/** The tools of one agent or of several, each called after its agent. */
export function agentToolsEnvironment(
  agents: readonly ToolsAgent[],
  { runner, debug = false, onError }: AgentToolsOptions,
): AgentToolsEnvironment {
  const desk: CallDesk = {
    clock: systemClock,
    tasksOf: (principal, agent) => createOwnTasks(runner, { principal, agent }),
    shows: debug ? 'turns' : 'answer',
  };
  const identity = identityOf(agents);
  const now = (): EnvironmentDefinition => ({
    ...identity,
    tools: agents.flatMap((agent) =>
      agent.agentTools.now().map((tool) => definitionOf(agent, tool, desk)),
    ),
  });
  return {
    now,
    watch(onChange) {
      const changed = (): void => {
        try {
          onChange(now());
        } catch (thrown) {
          onError(thrown);
        }
      };
      const watched = agents.map(({ agentTools }) => agentTools.watch(changed));
      return () => {
        for (const unwatch of watched) unwatch();
      };
    },
  };
}

/** True for an agent whose tools are for others. */
export function isToolsAgent<T extends Pick<Servable, 'agentId' | 'description' | 'agentTools'>>(
  agent: T,
): agent is T & ToolsAgent {
  return agent.agentTools !== undefined;
}

function identityOf(
  agents: readonly ToolsAgent[],
): Pick<EnvironmentDefinition, 'name' | 'version' | 'instructions'> {
  const [first, ...others] = agents.map(({ agentId, description }) => ({
    name: description.title ?? agentId,
    version: description.version,
    instructions: description.description,
  }));
  if (first && others.length === 0) return first;
  const lines = agents.map(({ agentId, description }) => `${agentId}: ${description.description}`);
  return { ...SEVERAL, instructions: lines.join('\n') };
}

function definitionOf(
  { agentId, loop }: ToolsAgent,
  tool: AgentTool,
  desk: CallDesk,
): ToolDefinition {
  const schema = loop?.output?.schema;
  return {
    name: withPrefix(agentId, tool.name),
    ...(tool.description !== undefined && { description: tool.description }),
    input: tool.parameters,
    // Structured content is an object (MCP, Tools).
    ...(schema?.['type'] === 'object' && { output: schema }),
    // With the same key it is the same task.
    replay: 'key',
    run: (args: JsonObject, context: ToolCallContext) =>
      answerCall(agentId, tool, args, context, desk),
  };
}

/** The name of a tool after that of its agent, which may be there already. */
function withPrefix(agentId: string, name: string): string {
  const hasPrefix = alike(name).startsWith(`${alike(agentId)}_`);
  return hasPrefix ? name : `${agentId}_${name}`;
}

/** Agents of the name "travel desk" have tools such as `travel_desk_book`. */
function alike(name: string): string {
  return name.replaceAll('-', '_').toLowerCase();
}
