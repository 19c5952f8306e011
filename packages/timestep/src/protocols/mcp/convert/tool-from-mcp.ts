import type { Tool } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type ToolSchema, type Replay } from '#core';
import { NEEDS_APPROVAL_META } from '../extension.ts';

/** Converts an MCP tool to a schema for models. Some providers reject `$schema`. */
export function mcpToToolSchema(
  tool: Pick<Tool, 'name' | 'description' | 'inputSchema' | 'annotations' | 'icons' | '_meta'>,
): ToolSchema {
  const { name, description, inputSchema, icons } = tool;
  const meta = getForeignMeta(tool);
  const replay = getToolReplay(tool);
  const { $schema: _dialect, ...parameters } = inputSchema as JsonObject;
  return {
    type: 'function',
    ...(replay && { replay }),
    ...(requiresApproval(tool) && { needsApproval: true }),
    ...(meta && { meta }),
    ...(icons && icons.length > 0 && { icons: icons.map((icon) => ({ ...icon }) as JsonObject) }),
    function: {
      name,
      ...(description !== undefined && { description }),
      parameters,
    },
  };
}

/** The key of a tool's `_meta` for whether an interrupted call may be repeated. */
const REPLAY_META = 'dev.timestep/replay';

const REPLAYS: readonly unknown[] = ['safe', 'key', 'probe', 'never'] satisfies Replay[];

/** Returns the `_meta` for properties that MCP has no field for. */
export function buildToolMeta(
  replay: Replay | undefined,
  needsApproval: boolean,
): { _meta?: JsonObject } {
  if (!replay && !needsApproval) return {};
  return {
    _meta: {
      ...(replay && { [REPLAY_META]: replay }),
      ...(needsApproval && { [NEEDS_APPROVAL_META]: true }),
    },
  };
}

export function requiresApproval({ _meta }: Pick<Tool, '_meta'>): boolean {
  return isJsonObject(_meta) && _meta[NEEDS_APPROVAL_META] === true;
}

/** Returns whether calls may repeat: as declared; `safe` for read-only and idempotent tools. */
export function getToolReplay({
  annotations,
  _meta,
}: Pick<Tool, 'annotations' | '_meta'>): Replay | undefined {
  const said = isJsonObject(_meta) ? _meta[REPLAY_META] : undefined;
  if (isReplay(said)) return said;
  return annotations?.readOnlyHint === true || annotations?.idempotentHint === true
    ? 'safe'
    : undefined;
}

function isReplay(value: unknown): value is Replay {
  return REPLAYS.includes(value);
}

const OWN_META = 'dev.timestep/';

function getForeignMeta({ _meta }: Pick<Tool, '_meta'>): JsonObject | undefined {
  if (!isJsonObject(_meta)) return undefined;
  const foreign = Object.entries(_meta).filter(([name]) => !name.startsWith(OWN_META));
  return foreign.length === 0 ? undefined : Object.fromEntries(foreign);
}
