import type { ToolSchema, TurnSettings } from '../../../core/index.ts';
import {
  compileTool,
  type CompiledTool,
  toTool,
  type ToolSet,
} from '../../../engine/tools/index.ts';
import {
  type AgentFolder,
  type InternalKind,
  type InternalServer,
  getSessionChoice,
  getToolValue,
  determineToolOffer,
  type ToolOffer,
} from '../../folder/index.ts';
import type { InternalTool } from './internal-tool.ts';
import { REFERENCES, RULES, SKILLS } from './part-kinds.ts';
import { createPartTools } from './part-tools.ts';
import { createSessionTools } from './session-tools.ts';
import { createToolTools } from './tool-tools.ts';

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
  const approval = { serverDefault: isApprovalRequired(serverTool), tools: new Map() };
  const choice = getSessionChoice(turn, shown);
  const switches = { ...server, approval };
  return determineToolOffer(switches, tool.name, mode, settings.toolPermission, choice);
}

export function getToolSchema({ compiled: { schema } }: ServerTool, offer: ToolOffer): ToolSchema {
  return offer === 'with-approval' ? { ...schema, needsApproval: true } : schema;
}

function createToolsOfKind(
  { name, tools: kind }: InternalServer,
  calls: CreateAgentCallTools | undefined,
): readonly InternalTool[] {
  if (kind !== 'agents') return TOOLS_OF_KIND[kind]();
  const tools = calls?.((tool) => `${name}_${tool}`) ?? {};
  return Object.entries(tools).map(([own, tool]): InternalTool => ({
    replay: 'never',
    ...toTool(tool),
    name: own,
    changes: 'nothing',
  }));
}

const TOOLS_OF_KIND: Readonly<Record<Exclude<InternalKind, 'agents'>, () => InternalTool[]>> = {
  rules: () => createPartTools(RULES),
  references: () => createPartTools(REFERENCES),
  skills: () => createPartTools(SKILLS),
  tools: createToolTools,
  sessions: createSessionTools,
};

/** `getDisplayName` returns the name under which the model calls a tool. */
export type CreateAgentCallTools = (getDisplayName: (tool: string) => string) => ToolSet;
