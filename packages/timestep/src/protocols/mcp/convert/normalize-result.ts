import { isSpecType, type CallToolResult, type ContentBlock } from '@modelcontextprotocol/client';
import { isJsonObject } from '#core';

/**
 * Converts a tool result of an MCP server to a valid one: values that are not MCP content blocks become text
 * blocks that quote them.
 */
export function normalizeResult(sent: unknown): CallToolResult {
  if (!isJsonObject(sent)) return { content: [quoteAsTextBlock('a result', sent)] };
  const { content, structuredContent, isError, ...others } = sent;
  const isKnown = content !== undefined || structuredContent !== undefined;
  return {
    ...(others as Pick<CallToolResult, '_meta'>),
    content: isKnown ? normalizeContent(content) : [quoteAsTextBlock('a result', others)],
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError === true && { isError }),
  };
}

function normalizeContent(content: unknown): ContentBlock[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.map(normalizeBlock) : [normalizeBlock(content)];
}

function normalizeBlock(block: unknown): ContentBlock {
  if (isSpecType.ContentBlock(block)) return block;
  const type = isJsonObject(block) && typeof block['type'] === 'string' ? block['type'] : 'unknown';
  return quoteAsTextBlock(`a block of the unsupported type ${type}`, block);
}

function quoteAsTextBlock(what: string, sent: unknown): ContentBlock {
  return { type: 'text', text: `[${what}: ${JSON.stringify(sent)}]` };
}
