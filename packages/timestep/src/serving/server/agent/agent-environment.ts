import type { NamedTool, Tool, ToolFn } from '#engine/tools';
import { joinEnvironments } from '#engine/tools';
import type { ToolEnvironment } from '#engine/port';
import { omitUndefined } from '#core';
import { Environment } from '../environment.ts';
import { AgentError } from './agent-error.ts';
import type { AgentOptions, Toolset } from './agent-options.ts';
import { isToolEnvironment } from './agent-options.ts';

export interface AgentEnvironment {
  /** The tools and the system prompt of an agent, which are served at `/mcp`. */
  readonly own: Environment;
  /** The agent's own tools, and the tools of its toolsets. */
  readonly all: ToolEnvironment;
  readonly toolsets: readonly ToolEnvironment[];
}

/** Builds the tools of an agent. Throws `AgentError` or `ToolError` if a tool is invalid. */
export function buildEnvironment(options: AgentOptions): AgentEnvironment {
  const { agentId, instructions, tools = {}, handoff } = options;
  const own = new Environment({
    environmentId: agentId,
    agentId,
    enableHandoff: handoff !== undefined,
    ...omitUndefined({ handoff, systemPrompt: instructions }),
  });
  const toolsets: ToolEnvironment[] = [];
  for (const part of [tools].flat()) {
    if (isToolEnvironment(part)) toolsets.push(part);
    else
      for (const [name, tool] of listNamedTools(part, agentId))
        own.tool(name, typeof tool === 'function' ? { execute: tool } : tool);
  }
  const all = toolsets.length === 0 ? own : joinEnvironments(own, toolsets);
  return { own, all, toolsets };
}

/** Lists the named tools of one element of the option `tools`. */
function listNamedTools(
  element: Exclude<NamedTool | Toolset, ToolEnvironment>,
  agentId: string,
): readonly (readonly [string, Tool | ToolFn])[] {
  const isTool = typeof element === 'function' || typeof element['execute'] === 'function';
  if (!isTool) return Object.entries(element as Readonly<Record<string, Tool | ToolFn>>);
  const { name } = element as Tool;
  if (typeof name === 'string' && name !== '') return [[name, element as Tool]];
  const how = 'give it a name, or pass tools as a record: { name: tool }';
  throw new AgentError('bad-options', `agent ${agentId} has a tool without a name: ${how}`);
}
