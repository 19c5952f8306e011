import type { Tool } from '@modelcontextprotocol/client';
import type { ToolResult } from '#engine/port';
import { normalizeResult } from '../convert/normalize-result.ts';
import { mcpToToolResult } from '../convert/result-from-mcp.ts';
import { describeMismatch } from './own-results.ts';

/** Reads the result of a tool call. Invalid parts become remarks in its text. */
export async function readResult(
  sent: unknown,
  tool: Tool | undefined,
  limit: number,
): Promise<ToolResult> {
  const result = normalizeResult(sent);
  const read = mcpToToolResult(result, limit);
  const mismatch = read.question ? undefined : await describeMismatch(tool, result);
  return mismatch === undefined ? read : addNotesToResult(read, [mismatch]);
}

/** Appends notes to the text of a tool result, each in brackets on a line of its own. */
export function addNotesToResult(result: ToolResult, notes: readonly string[]): ToolResult {
  if (notes.length === 0 || result.question) return result;
  const lines = [result.content, ...notes.map((note) => `[${note}]`)];
  return { ...result, content: lines.filter((line) => line !== '').join('\n') };
}
