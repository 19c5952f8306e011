import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../core/index.ts';
import { contentOf, structuredOf } from '../../environment/index.ts';

/**
 * A value that a tool function returned, as MCP has it: text as text; objects and lists as JSON text and as
 * structured content.
 * @param declared whether the tool declares an output, which MCP then wants in structured form.
 */
export function resultToMcp(value: unknown, declared: boolean): CallToolResult {
  const structured = declared ? (value ?? null) : structuredOf(value);
  return {
    content: [{ type: 'text', text: contentOf(value) }],
    ...(structured !== undefined && { structuredContent: structured }),
  };
}

/** A tool result that says to the model what went wrong and what it can do. */
export function toolError(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** True of a result that asks the caller for input before the tool continues (MCP 2026-07-28). */
export function asksForInput(value: unknown): value is InputRequiredResult {
  return isJsonObject(value) && value['resultType'] === 'input_required';
}

/** The fields that a block of each type must have, and their types. */
const BLOCKS: Readonly<Record<string, Readonly<Record<string, 'string' | 'object'>>>> = {
  text: { text: 'string' },
  image: { data: 'string', mimeType: 'string' },
  audio: { data: 'string', mimeType: 'string' },
  resource: { resource: 'object' },
  resource_link: { uri: 'string', name: 'string' },
};

/** True of a result in MCP's own form. Stricter than the protocol, which accepts any object as an empty result. */
export function isOwnForm(value: unknown): value is CallToolResult {
  if (!isJsonObject(value) || !Array.isArray(value['content'])) return false;
  const blocks: unknown[] = value['content'];
  const { structuredContent, isError = false } = value;
  const isTelling = blocks.length > 0 || structuredContent !== undefined || 'isError' in value;
  const isStructured = structuredContent === undefined || isJsonObject(structuredContent);
  return isTelling && isStructured && typeof isError === 'boolean' && blocks.every(isBlock);
}

function isBlock(block: unknown): boolean {
  if (!isJsonObject(block) || typeof block['type'] !== 'string') return false;
  const { type } = block;
  const fields = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (!fields) return false;
  return Object.entries(fields).every(([name, kind]) => typeof block[name] === kind);
}
