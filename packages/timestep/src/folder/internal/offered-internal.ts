import type { ToolSchema, TurnSettings } from '../../core/index.ts';
import { hoistArguments, type HoistedSchema } from '../../environment/index.ts';
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

/** A built-in tool with its server in the folder. */
export interface PlacedTool {
  readonly server: InternalServer;
  readonly tool: InternalTool;
  /** The name under which the model calls the tool. */
  readonly shown: string;
  readonly input: HoistedSchema;
}

/** Lists the tools of all `internal` servers of a folder. */
export function placedTools(
  servers: readonly InternalServer[],
  calls: CallsOfAgent | undefined,
): PlacedTool[] {
  return servers.flatMap((server) =>
    toolsOfKind(server, calls).map((tool): PlacedTool => {
      const shown = `${server.name}_${tool.name}`;
      return { server, tool, shown, input: hoistArguments(shown, tool.input) };
    }),
  );
}

/**
 * Checks whether each call needs approval: as the author set it, or else if the tool changes
 * something.
 */
export function approvalOf({ server, tool }: Pick<PlacedTool, 'server' | 'tool'>): boolean {
  return getToolValue(server.approval, tool.name) ?? changesSomething(tool);
}

/**
 * Checks whether a tool changes the agent or the session. Calls of other agents do not count,
 * because the called agent asks for approval itself.
 */
function changesSomething({ act: { kind } }: InternalTool): boolean {
  return kind === 'edit' || kind === 'session';
}

/**
 * Determines how a built-in tool is offered. An agent without a user never changes itself. A
 * single-file agent has no separate files for rules, references and skills, so it has no edit
 * tools.
 */
export function offerOf(
  placed: PlacedTool,
  { mode, settings }: Pick<AgentFolder, 'mode' | 'settings'>,
  isFolder: boolean,
  turn: TurnSettings | undefined,
): ToolOffer {
  const { server, tool, shown } = placed;
  const { kind } = tool.act;
  if (changesSomething(tool) && mode !== 'interactive') return 'hidden';
  if (kind === 'edit' && !isFolder) return 'hidden';
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

/** Creates the tool schema for the model. */
export function schemaOf({ tool, shown, input }: PlacedTool, offer: ToolOffer): ToolSchema {
  const { description, act } = tool;
  return {
    type: 'function',
    ...replayOf(act),
    ...(offer === 'with-approval' && { needsApproval: true }),
    function: { name: shown, description, parameters: input.json },
  };
}

/** Returns the replay mode. An edit that was made before a crash must not be repeated. */
function replayOf(act: InternalTool['act']): Pick<ToolSchema, 'replay'> {
  if (act.kind === 'agents') return { replay: act.replay };
  return act.kind === 'edit' ? {} : { replay: 'safe' };
}
