import type { ToolSchema, TurnSettings } from '../../core/index.ts';
import { compileTool, type CompiledTool } from '../../environment/index.ts';
import type { AgentFolder } from '../agent-folder.ts';
import type { InternalServer } from '../internal-server.ts';
import {
  getSessionChoice,
  getToolValue,
  determineToolOffer,
  type ToolOffer,
} from '../tool-offer.ts';
import type { PerTool } from '../tool-server.ts';
import type { InternalTool } from './internal-tool.ts';
import type { CallsOfAgent } from './agent-call-tools.ts';
import { toolsOfKind } from './tools-of-kind.ts';

/** A tool of this process with the server that a folder has it from. */
export interface PlacedTool {
  readonly server: InternalServer;
  readonly tool: InternalTool;
  /** The name that the model calls it by. */
  readonly shown: string;
  readonly compiled: CompiledTool;
}

/** The tools of all internal servers of a folder. */
export function placedTools(
  servers: readonly InternalServer[],
  calls: CallsOfAgent | undefined,
): PlacedTool[] {
  return servers.flatMap((server) =>
    toolsOfKind(server, calls).map((tool): PlacedTool => {
      const shown = `${server.name}_${tool.name}`;
      return { server, tool, shown, compiled: compileTool(shown, tool) };
    }),
  );
}

/** Whether each call needs a yes: as the author wrote, or else where the call changes something. */
export function approvalOf({ server, tool }: Pick<PlacedTool, 'server' | 'tool'>): boolean {
  return getToolValue(server.approval, tool.name) ?? changesSomething(tool);
}

/** What another agent does is for that agent to be asked about. */
function changesSomething({ changes }: InternalTool): boolean {
  return changes !== 'nothing';
}

/**
 * How a tool is offered. An agent without a person beside it never changes itself; an agent that is a
 * single file has no files of its own for rules and the like.
 */
export function offerOf(
  placed: PlacedTool,
  { mode, settings }: Pick<AgentFolder, 'mode' | 'settings'>,
  isFolder: boolean,
  turn: TurnSettings | undefined,
): ToolOffer {
  const { server, tool, shown } = placed;
  if (changesSomething(tool) && mode !== 'interactive') return 'hidden';
  if (tool.changes === 'files' && !isFolder) return 'hidden';
  const approval: PerTool<boolean> = { serverDefault: approvalOf(placed), tools: new Map() };
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

/** What the model sees of a tool. */
export function schemaOf({ compiled: { schema } }: PlacedTool, offer: ToolOffer): ToolSchema {
  return offer === 'with-approval' ? { ...schema, needsApproval: true } : schema;
}
