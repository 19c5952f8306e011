import type {
  CallToolResult,
  ContentBlock,
  InputRequiredResult,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '#core';
import { formatValue, type RanCall } from '#engine/tools';
import { formatDataUnlessInText } from './untold-data.ts';

/**
 * Converts a tool's result to an MCP result. Objects and arrays, and every result of a tool with an
 * output schema, are also sent as structured content.
 */
export function resultToMcp(value: unknown, declared: boolean): CallToolResult {
  const { content: text, structured: data } = formatValue(value);
  const structured = declared ? (data ?? value ?? null) : data;
  return {
    content: [{ type: 'text', text }],
    ...(structured !== undefined && { structuredContent: structured }),
  };
}

/** Creates an error result for the model: what failed and, if the tool has run, what it returned. */
export function createToolError(text: string, ran?: RanCall): CallToolResult {
  const returned = ran ? listReturnedBlocks(ran) : [];
  return { content: [{ type: 'text', text }, ...returned], isError: true };
}

/** Converts what a tool returned to content blocks. Structured data becomes text. */
function listReturnedBlocks(ran: RanCall): ContentBlock[] {
  const returned = ran.is === 'result' ? resultToMcp(ran.value, false) : ran.raw;
  if (!isMcpResult(returned)) return [];
  const { content, structuredContent: data } = returned;
  const words = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  const untold = data === undefined ? undefined : formatDataUnlessInText(data as JsonObject, words);
  return untold === undefined ? content : [...content, { type: 'text', text: untold }];
}

export function isInputRequest(value: unknown): value is InputRequiredResult {
  return isJsonObject(value) && value['resultType'] === 'input_required';
}

/** Required fields of each type of MCP content block, with their types. */
const BLOCKS: Readonly<Record<string, Readonly<Record<string, 'string' | 'object'>>>> = {
  text: { text: 'string' },
  image: { data: 'string', mimeType: 'string' },
  audio: { data: 'string', mimeType: 'string' },
  resource: { resource: 'object' },
  resource_link: { uri: 'string', name: 'string' },
};

/** Returns whether a value is an MCP result. This is stricter than MCP, which accepts any object. */
export function isMcpResult(value: unknown): value is CallToolResult {
  if (!isJsonObject(value) || !Array.isArray(value['content'])) return false;
  const blocks: unknown[] = value['content'];
  const { structuredContent, isError = false } = value;
  const isTelling = blocks.length > 0 || structuredContent !== undefined || 'isError' in value;
  const isStructured = structuredContent === undefined || isJsonObject(structuredContent);
  return isTelling && isStructured && typeof isError === 'boolean' && blocks.every(isContentBlock);
}

function isContentBlock(block: unknown): boolean {
  if (!isJsonObject(block) || typeof block['type'] !== 'string') return false;
  const { type } = block;
  const fields = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (!fields) return false;
  return Object.entries(fields).every(([name, kind]) => typeof block[name] === kind);
}
