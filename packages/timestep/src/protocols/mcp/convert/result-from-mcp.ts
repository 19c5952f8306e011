import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import type { JsonValue } from '#core';
import type { ToolResult } from '#engine/port';
import { QUESTION_META, TEXT_SUFFICES_META } from '../extension.ts';
import { splitArtifactBlocks } from './artifact-blocks.ts';
import { collectAttachments } from './attachments.ts';
import { parseQuestion } from './call-data.ts';
import { truncateTextWithAdvice } from './instructions-text.ts';
import { formatDataUnlessInText } from './untold-data.ts';

/**
 * Converts an MCP result to text of at most `limit` characters. Structured data is added unless the text contains
 * its values.
 */
export function mcpToToolResult(result: CallToolResult, limit: number): ToolResult {
  const question = parseQuestion(result._meta?.[QUESTION_META]);
  if (question) return { content: '', question };
  const structured = result.structuredContent as JsonValue | undefined;
  const { artifacts, others } = splitArtifactBlocks(result.content);
  const attached = collectAttachments(others);
  const text = others.map((block) => contentBlockToText(block, attached.omitted)).join('\n');
  const isShown = structured !== undefined && result._meta?.[TEXT_SUFFICES_META] !== true;
  const untold = isShown ? formatDataUnlessInText(structured, text) : undefined;
  return {
    content: truncateTextWithAdvice(appendDataText(text, untold), limit, ADVICE),
    ...(result.isError === true && { isError: true }),
    ...(attached.parts.length > 0 && { attachments: attached.parts }),
    ...(structured !== undefined && { structured }),
    ...(artifacts.length > 0 && { artifacts }),
  };
}

const ADVICE = '; to read the rest, call the tool again for a smaller part of its result';

function appendDataText(text: string, data: string | undefined): string {
  if (data === undefined) return text;
  return text === '' ? data : `${text}\n[data: ${data}]`;
}

function contentBlockToText(block: ContentBlock, omitted: ReadonlySet<ContentBlock>): string {
  const more = omitted.has(block) ? ', too large to be shown' : '';
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}, ${countBytes(block.data)} bytes${more}]`;
    case 'resource_link': {
      const kind = block.mimeType === undefined ? '' : ` ${block.mimeType}`;
      const { name, title = name, description } = block;
      const about = description === undefined ? title : `${title}, ${description}`;
      return `[resource ${block.uri}${kind}: ${about}]`;
    }
    case 'resource': {
      const { resource } = block;
      const kind = resource.mimeType === undefined ? '' : ` ${resource.mimeType}`;
      return 'text' in resource
        ? `[resource ${resource.uri}${kind}]\n${resource.text}`
        : `[resource ${resource.uri}${kind}, ${countBytes(resource.blob)} bytes${more}]`;
    }
  }
}

function countBytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
