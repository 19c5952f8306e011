import { SERVER_INFO_META_KEY, type Implementation } from '@modelcontextprotocol/server';
import { isJsonObject } from '#core';

const FIELDS: ReadonlySet<string> = new Set(['content', 'structuredContent', 'isError', '_meta']);
const TEXT_FIELDS: ReadonlySet<string> = new Set(['type', 'text']);

/** Builds a result to send, if it is certainly valid. Undefined: the SDK must check it. */
export function buildResultIfCertainlyValid(
  result: object,
  serverInfo: Implementation,
): object | undefined {
  for (const field in result) if (!FIELDS.has(field)) return undefined;
  const { content, structuredContent, isError, _meta: meta } = result as Record<string, unknown>;
  if (!Array.isArray(content)) return undefined;
  const blocks = parseTextBlocks(content);
  if (!blocks) return undefined;
  if (structuredContent !== undefined && blocks.length === 0 && !isJsonObject(structuredContent)) {
    return undefined;
  }
  if (isError !== undefined && typeof isError !== 'boolean') return undefined;
  if (meta !== undefined && (!isJsonObject(meta) || SERVER_INFO_META_KEY in meta)) return undefined;
  const sent = { content: blocks, structuredContent, isError, resultType: 'complete' };
  const stamped = { ...meta, [SERVER_INFO_META_KEY]: serverInfo };
  return meta ? { _meta: stamped, ...sent } : { ...sent, _meta: stamped };
}

function parseTextBlocks(content: readonly unknown[]): object[] | undefined {
  const blocks: object[] = [];
  for (const block of content) {
    if (!isJsonObject(block) || block['type'] !== 'text') return undefined;
    for (const field in block) if (!TEXT_FIELDS.has(field)) return undefined;
    const { text } = block;
    if (typeof text !== 'string') return undefined;
    blocks.push({ type: 'text', text });
  }
  return blocks;
}
