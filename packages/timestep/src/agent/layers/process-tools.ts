import {
  buildToolsSchema,
  functionEnvironment,
  toTool,
  type Tool,
  type ToolSet,
} from '../../environment/index.ts';
import type { AgentFolder } from '../../folder/index.ts';
import type { FolderEnvironment } from '../environment/folder-environment.ts';

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
  const own: Record<string, Tool> = {};
  for (const [name, given] of Object.entries(tools)) {
    const tool = toTool(given);
    const needsApproval = settings.toolPermission === 'always' || tool.needsApproval === true;
    if (needsApproval && mode !== 'interactive') continue;
    own[name] = needsApproval ? { ...tool, needsApproval } : tool;
  }
  const ofProgram = functionEnvironment(own);
  const offered = new Map(buildToolsSchema(own).map((schema) => [schema.function.name, schema]));
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
      return (offered.has(call.name) ? ofProgram : environment).callTool(call, context);
    },
    async probeTool(call, context) {
      const isOwn = offered.has(call.name);
      return (isOwn ? ofProgram : environment).probeTool?.(call, context) ?? 'unknown';
    },
  };
}
