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
 * Adds tools of this process to a folder's toolset. They retain their names and take precedence
 * over server tools with the same name. The folder may require approval for a tool that does not
 * need it, but not the reverse. An agent without a user has no tools that need approval. Throws
 * `ToolError`.
 */
export function withProcessTools(
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
    async listChoices() {
      const ofServers = await environment.listChoices();
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
