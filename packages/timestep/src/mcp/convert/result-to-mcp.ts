import {
  isCallToolResult,
  isInputRequiredResult,
  type CallToolResult,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../core/index.ts';
import { contentOf, structuredOf } from '../../environment/index.ts';

/**
 * What a tool function returned, as MCP has it: text as text; objects and lists as JSON text and as
 * structured content; a result already in MCP's form, or a request for input, as it is.
 * @param declared whether the tool declares an output, which MCP then wants in structured form.
 */
export function resultToMcp(
  value: unknown,
  declared: boolean,
): CallToolResult | InputRequiredResult {
  if (isInputRequiredResult(value)) return value;
  if (isOwnForm(value)) return value;
  const structured = declared ? (value ?? null) : structuredOf(value);
  return {
    content: [{ type: 'text', text: contentOf(value) }],
    ...(structured !== undefined && { structuredContent: structured }),
  };
}

/** A tool result that tells the model what went wrong and what it can do. */
export function toolError(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

const BLOCK_TYPES = new Set<unknown>(['text', 'image', 'audio', 'resource', 'resource_link']);

/** Stricter than the protocol's own check, which would take any object for an empty result. */
function isOwnForm(value: unknown): value is CallToolResult {
  if (!isJsonObject(value) || !Array.isArray(value['content'])) return false;
  const blocks: unknown[] = value['content'];
  const known = blocks.every((block) => isJsonObject(block) && BLOCK_TYPES.has(block['type']));
  const telling = blocks.length > 0 || 'structuredContent' in value || 'isError' in value;
  return known && telling && isCallToolResult(value);
}
