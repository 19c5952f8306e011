import type { ToolSchema } from '../core/index.ts';
import {
  buildToolsSchema,
  functionEnvironment,
  unapproved,
  type ToolSet,
} from '../environment/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import type { FolderEnvironment } from './folder-environment.ts';

/**
 * The environment of a folder with tools of this process beside those of its servers. The tools keep
 * their names, and come before a tool of a server with the same name. As with servers, the folder may
 * ask for approval where a tool does not, never the other way round, and an agent without a person
 * beside it has no tool that needs approval. Throws `ToolError`.
 */
export function withOwnTools(
  environment: FolderEnvironment,
  tools: ToolSet,
  { mode, settings }: Pick<AgentFolder, 'mode' | 'settings'>,
): FolderEnvironment {
  const own = functionEnvironment(tools);
  const offered = new Map<string, ToolSchema>();
  for (const schema of buildToolsSchema(tools)) {
    const needsApproval = settings.toolPermission === 'always' || schema.needsApproval === true;
    if (needsApproval && mode !== 'interactive') continue;
    offered.set(schema.function.name, { ...schema, ...(needsApproval && { needsApproval }) });
  }
  return {
    ...environment,
    async listTools(signal, turn) {
      const ofServers = await environment.listTools(signal, turn);
      return [...offered.values(), ...ofServers.filter((tool) => !offered.has(tool.function.name))];
    },
    async choices() {
      const ofServers = await environment.choices();
      const mine = [...offered.values()].map((schema) => ({ schema, include: 'always' as const }));
      return [...mine, ...ofServers.filter(({ schema }) => !offered.has(schema.function.name))];
    },
    async callTool(call, context) {
      const schema = offered.get(call.name);
      if (!schema) return environment.callTool(call, context);
      if (!schema.needsApproval || context.approved === true) return own.callTool(call, context);
      return { content: unapproved(call.name), isError: true };
    },
    async probeTool(call, context) {
      const isOwn = offered.has(call.name);
      return (isOwn ? own : environment).probeTool?.(call, context) ?? 'unknown';
    },
  };
}
