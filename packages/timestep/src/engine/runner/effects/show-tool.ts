import { getToolDefinition, type JsonObject, type ShownTool, type ToolSchema } from '#core';
import { digestCall, digestTool } from '#engine/tools';

/** Number of characters of arguments and changes that a person can be expected to read at once. */
const LONG = 4000;

/** Returns a tool as a person is asked about a call of it. */
export function showTool(tool: ToolSchema, args: JsonObject): ShownTool {
  const digest = digestTool(tool);
  const isLong = JSON.stringify(args).length > LONG;
  return {
    definition: getToolDefinition(tool),
    digest,
    call: digestCall(digest, args),
    ...(isLong && { isLong }),
  };
}

/** Builds the question about a tool that has changed since an approval. */
export function describeFormer(
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
