import { runToolCallAsTask, type AnswerCallDeps } from '#agents/calling';
import type { JsonObject } from '#core';
import type { AgentTool, AgentTools } from '#engine/tools';
import type { EnvironmentDefinition, ToolCallContext, McpTool } from '#protocols/mcp';
import { createOwnTasks, type Runner, type ServedAgent } from '#engine/port';
import { systemClock } from '#engine/runner';
import type { Servable } from '../serve-options.ts';

export interface ToolsAgent extends Pick<Servable, 'agentId' | 'description'> {
  readonly agentTools: AgentTools;
  /** The agent's loop, whose output schema the tools use. Undefined: tool results are text. */
  readonly loop?: Pick<ServedAgent, 'output'>;
}

export interface AgentToolsOptions {
  readonly runner: Runner;
  /** Whether callers receive the whole conversation instead of the answer. Default: false. */
  readonly debug?: boolean;
  /** Called if tools have changed but cannot be served; the previous tools stay in use. */
  readonly onError: (thrown: unknown) => void;
}

export interface AgentToolsEnvironment {
  now(): EnvironmentDefinition;
  /** Calls `onChange` after each change, until the returned function is called. */
  watch(onChange: (definition: EnvironmentDefinition) => void): () => void;
}

const COMMON_SERVER = { name: 'timestep-tools', version: '1.0.0' };

/**
 * Creates an environment in which each tool calls an agent. Tool names start with the agent's name.
 */
export function createAgentToolsEnvironment(
  agents: readonly ToolsAgent[],
  { runner, debug = false, onError }: AgentToolsOptions,
): AgentToolsEnvironment {
  const deps: AnswerCallDeps = {
    clock: systemClock,
    getTasks: (principal, agent) => createOwnTasks(runner, { principal, agent }),
    shows: debug ? 'turns' : 'answer',
  };
  const identity = getServerIdentity(agents);
  const now = (): EnvironmentDefinition => ({
    ...identity,
    tools: agents.flatMap((agent) =>
      agent.agentTools.list().map((tool) => createToolDefinition(agent, tool, deps)),
    ),
  });
  return {
    now,
    watch(onChange) {
      const update = (): void => {
        try {
          onChange(now());
        } catch (thrown) {
          onError(thrown);
        }
      };
      const watched = agents.map(({ agentTools }) => agentTools.watch(update));
      return () => {
        for (const unwatch of watched) unwatch();
      };
    },
  };
}

export function isToolsAgent<T extends Pick<Servable, 'agentId' | 'description' | 'agentTools'>>(
  agent: T,
): agent is T & ToolsAgent {
  return agent.agentTools !== undefined;
}

function getServerIdentity(
  agents: readonly ToolsAgent[],
): Pick<EnvironmentDefinition, 'name' | 'version' | 'instructions'> {
  const [first, ...others] = agents.map(({ agentId, description }) => ({
    name: description.title ?? agentId,
    version: description.version,
    instructions: description.description,
  }));
  if (first && others.length === 0) return first;
  const lines = agents.map(({ agentId, description }) => `${agentId}: ${description.description}`);
  return { ...COMMON_SERVER, instructions: lines.join('\n') };
}

function createToolDefinition(
  { agentId, loop }: ToolsAgent,
  tool: AgentTool,
  deps: AnswerCallDeps,
): McpTool {
  const schema = loop?.output?.schema;
  return {
    name: prefixToolName(agentId, tool.name),
    ...(tool.description !== undefined && { description: tool.description }),
    input: tool.parameters,
    // Structured content must be an object (MCP, Tools).
    ...(schema?.['type'] === 'object' && { output: schema }),
    // Calls can be replayed with their key, because a call with the same key is the same task.
    replay: 'key',
    execute: (args: JsonObject, context: ToolCallContext) =>
      runToolCallAsTask(agentId, tool, args, context, deps),
  };
}

/** Adds the agent's name to the name of a tool, unless the name already starts with it. */
function prefixToolName(agentId: string, name: string): string {
  // Names are compared without case and with `-` as `_`, because the agent `a-b` may name a tool `a_b_get`.
  const normalize = (text: string): string => text.replaceAll('-', '_').toLowerCase();
  return normalize(name).startsWith(`${normalize(agentId)}_`) ? name : `${agentId}_${name}`;
}
