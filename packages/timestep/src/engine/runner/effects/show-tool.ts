import { getToolDefinition, type JsonObject, type ShownTool, type ToolSchema } from '#core';
import { digestCall, digestTool } from '#engine/tools';

/** Maximum length of arguments and changes that a person can be expected to read at once. */
const LONG = 4000;

/** Returns a tool as it is shown to a person whose approval of a call is requested. */
export function toShownTool(tool: ToolSchema, args: JsonObject): ShownTool {
  const digest = digestTool(tool);
  const isLong = JSON.stringify(args).length > LONG;
  return {
    definition: getToolDefinition(tool),
    digest,
    call: digestCall(digest, args),
    ...(isLong && { isLong }),
  };
}

/** Builds the reason for asking about a tool that has changed since it was approved. */
export function describeChangedTool(
  shown: ShownTool,
  change: string,
  reason?: string,
): { readonly tool: ShownTool; readonly reason: string } {
  const before = reason === undefined ? '' : `${reason}; `;
  const told = `${before}the tool has changed since you let it run: ${change}`;
  if (told.length <= LONG) return { tool: shown, reason: told };
  return {
    tool: { ...shown, isLong: true },
    reason: `${told.slice(0, LONG)}… (${told.length - LONG} more characters)`,
  };
}
