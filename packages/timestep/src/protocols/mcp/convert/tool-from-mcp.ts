import type { Tool } from '@modelcontextprotocol/client';
import { isJsonObject, omitUndefined, type JsonObject, type ToolSchema, type Replay } from '#core';
import { NEEDS_APPROVAL_META } from '../extension.ts';

/** Converts an MCP tool to a schema for models. Some providers reject `$schema`. */
export function mcpToToolSchema(
  tool: Pick<Tool, 'name' | 'description' | 'inputSchema' | 'annotations' | 'icons' | '_meta'>,
): ToolSchema {
  const { name, description, inputSchema, icons = [] } = tool;
  const { $schema: _dialect, ...parameters } = inputSchema as JsonObject;
  return omitUndefined({
    type: 'function' as const,
    replay: getToolReplay(tool),
    needsApproval: requiresApproval(tool) || undefined,
    meta: getMetaOfOtherVendors(tool),
    icons: icons.length > 0 ? icons.map((icon) => ({ ...icon }) as JsonObject) : undefined,
    function: omitUndefined({ name, description, parameters }),
  });
}

const REPLAY_META = 'dev.timestep/replay';

const REPLAYS: readonly Replay[] = ['safe', 'key', 'probe', 'never'];

/** Builds the `_meta` of a tool for properties that have no field in MCP. */
export function buildToolMeta(
  replay: Replay | undefined,
  needsApproval: boolean,
): { _meta?: JsonObject } {
  if (!replay && !needsApproval) return {};
  const approval = needsApproval || undefined;
  return { _meta: omitUndefined({ [REPLAY_META]: replay, [NEEDS_APPROVAL_META]: approval }) };
}

export function requiresApproval({ _meta }: Pick<Tool, '_meta'>): boolean {
  return isJsonObject(_meta) && _meta[NEEDS_APPROVAL_META] === true;
}

/** Returns how a tool's calls may be repeated: as declared; `safe` for read-only and idempotent tools. */
export function getToolReplay({
  annotations,
  _meta,
}: Pick<Tool, 'annotations' | '_meta'>): Replay | undefined {
  const declared = REPLAYS.find((replay) => replay === _meta?.[REPLAY_META]);
  if (declared) return declared;
  const { readOnlyHint, idempotentHint } = annotations ?? {};
  return readOnlyHint === true || idempotentHint === true ? 'safe' : undefined;
}

const OWN_META = 'dev.timestep/';

function getMetaOfOtherVendors({ _meta }: Pick<Tool, '_meta'>): JsonObject | undefined {
  if (!isJsonObject(_meta)) return undefined;
  const foreign = Object.entries(_meta).filter(([name]) => !name.startsWith(OWN_META));
  return foreign.length === 0 ? undefined : Object.fromEntries(foreign);
}
