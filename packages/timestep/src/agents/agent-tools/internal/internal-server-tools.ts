import type { ToolSchema, TurnSettings } from '../../../core/index.ts';
import { compileTool, type CompiledTool } from '../../../engine/tools/index.ts';
import {
  type AgentFolder,
  type InternalServer,
  getSessionChoice,
  getToolValue,
  determineToolOffer,
  type ToolOffer,
  type PerTool,
} from '../../folder/index.ts';
import type { InternalTool } from './internal-tool.ts';
import type { CreateAgentCallTools } from './agent-call-tools.ts';
import { createToolsOfKind } from './tools-of-kind.ts';

/** A built-in tool, and the `internal` server that provides it. */
export interface ServerTool {
  readonly server: InternalServer;
  readonly tool: InternalTool;
  /** Name under which the model calls the tool. */
  readonly shown: string;
  readonly compiled: CompiledTool;
}

export function listInternalServerTools(
  servers: readonly InternalServer[],
  calls: CreateAgentCallTools | undefined,
): ServerTool[] {
  return servers.flatMap((server) =>
    createToolsOfKind(server, calls).map((tool): ServerTool => {
      const shown = `${server.name}_${tool.name}`;
      return { server, tool, shown, compiled: compileTool(shown, tool) };
    }),
  );
}

/** By default, calls that change something need approval. */
export function isApprovalRequired({ server, tool }: Pick<ServerTool, 'server' | 'tool'>): boolean {
  return getToolValue(server.approval, tool.name) ?? changesSomething(tool);
}

function changesSomething({ changes }: InternalTool): boolean {
  return changes !== 'nothing';
}

/** An agent without a user never changes itself; an agent in a single file stores no parts. */
export function getToolOffer(
  serverTool: ServerTool,
  { mode, settings }: Pick<AgentFolder, 'mode' | 'settings'>,
  isFolder: boolean,
  turn: TurnSettings | undefined,
): ToolOffer {
  const { server, tool, shown } = serverTool;
  if (changesSomething(tool) && mode !== 'interactive') return 'hidden';
  if (tool.changes === 'files' && !isFolder) return 'hidden';
  const approval: PerTool<boolean> = {
    serverDefault: isApprovalRequired(serverTool),
    tools: new Map(),
  };
  const { enabled, include } = server;
  const switches = { enabled, include, approval };
  return determineToolOffer(
    switches,
    tool.name,
    mode,
    settings.toolPermission,
    getSessionChoice(turn, shown),
  );
}

export function getToolSchema({ compiled: { schema } }: ServerTool, offer: ToolOffer): ToolSchema {
  return offer === 'with-approval' ? { ...schema, needsApproval: true } : schema;
}
