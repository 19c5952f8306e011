import {
  buildToolsSchema,
  functionEnvironment,
  toTool,
  type Tool,
  type ToolSet,
} from '#engine/tools';
import type { AgentFolder } from '#agents/folder';
import type { Layer } from './compose-environment.ts';

/**
 * Adds tools that run in this process. The folder may require more approvals. Throws `ToolError`.
 */
export function addInProcessTools(
  tools: ToolSet | undefined,
  { mode, settings }: Pick<AgentFolder, 'mode' | 'settings'>,
): Layer | undefined {
  if (!tools) return undefined;
  const own: Record<string, Tool> = {};
  for (const [name, given] of Object.entries(tools)) {
    const tool = toTool(given);
    const needsApproval = settings.toolPermission === 'always' || tool.needsApproval === true;
    if (needsApproval && mode !== 'interactive') continue;
    own[name] = needsApproval ? { ...tool, needsApproval } : tool;
  }
  const ofProgram = functionEnvironment(own);
  const offered = new Map(buildToolsSchema(own).map((schema) => [schema.function.name, schema]));
  return (next) => ({
    async listTools(signal, turn) {
      const others = await next.listTools(signal, turn);
      return [...offered.values(), ...others.filter((tool) => !offered.has(tool.function.name))];
    },
    async listChoices() {
      const others = await next.listChoices();
      const mine = [...offered.values()].map((schema) => ({ schema, include: 'always' as const }));
      return [...mine, ...others.filter(({ schema }) => !offered.has(schema.function.name))];
    },
    callTool: (call, context) =>
      (offered.has(call.name) ? ofProgram : next).callTool(call, context),
    probeTool: (call, context) =>
      (offered.has(call.name) ? ofProgram : next).probeTool?.(call, context) ?? 'unknown',
  });
}
