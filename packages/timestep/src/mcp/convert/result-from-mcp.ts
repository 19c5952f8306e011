import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import type { JsonValue } from '../../core/index.ts';
import type { ToolResult } from '../../port/index.ts';
import { QUESTION_META } from '../extension.ts';
import { artifactsInBlocks } from './artifact-blocks.ts';
import { questionIn } from './call-data.ts';

/**
 * What a model reads of an MCP tool result. Text goes in as it is, other content is named, and data
 * without any text becomes JSON, because models do worse with an empty answer.
 * @param limit the most characters that a model receives; the end says what was cut.
 */
export function resultFromMcp(result: CallToolResult, limit: number): ToolResult {
  const question = questionIn(result._meta?.[QUESTION_META]);
  if (question) return { content: '', question };
  const structured = result.structuredContent as JsonValue | undefined;
  const { artifacts, others } = artifactsInBlocks(result.content);
  const told = others.map(textOfBlock).join('\n');
  const content = told === '' && structured !== undefined ? JSON.stringify(structured) : told;
  return {
    content: cut(content, limit),
    ...(result.isError === true && { isError: true }),
    ...(structured !== undefined && { structured }),
    ...(artifacts.length > 0 && { artifacts }),
  };
}

function textOfBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return `[image ${block.mimeType}, ${bytesOf(block.data)} bytes]`;
    case 'audio':
      return `[audio ${block.mimeType}, ${bytesOf(block.data)} bytes]`;
    case 'resource_link':
      return `[resource ${block.uri}: ${block.description ?? block.title ?? block.name}]`;
    case 'resource': {
      const { resource } = block;
      const kind = resource.mimeType === undefined ? '' : ` ${resource.mimeType}`;
      return 'text' in resource
        ? `[resource ${resource.uri}${kind}]\n${resource.text}`
        : `[resource ${resource.uri}${kind}, ${bytesOf(resource.blob)} bytes]`;
    }
  }
}

/** The size of what base64 text stands for. */
function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit).toWellFormed()}\n[cut: the first ${limit} of ${text.length} characters]`;
}
