import {
  buildToolsSchema,
  functionEnvironment,
  toolOf,
  type Tool,
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
  const own: Record<string, Tool> = {};
  for (const [name, given] of Object.entries(tools)) {
    const tool = toolOf(given);
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
    async choices() {
      const ofServers = await environment.choices();
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
