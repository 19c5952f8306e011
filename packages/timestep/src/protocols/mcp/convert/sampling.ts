import type { CreateMessageRequest, CreateMessageResult } from '@modelcontextprotocol/client';
import type { AssistantMessage, ContentPart, Message } from '#core';
import { fileToPart } from './attachments.ts';

/** A server's request to the agent's model (MCP, Sampling), without tools. */
export interface SamplingRequest {
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  readonly temperature?: number;
}

/** Converts a sampling request. Undefined if it has tool calls or results, which are not supported. */
export function samplingToRequest(
  params: CreateMessageRequest['params'],
): SamplingRequest | undefined {
  const { systemPrompt, maxTokens, temperature } = params;
  const messages: Message[] = [];
  if (systemPrompt !== undefined) messages.push({ role: 'system', content: systemPrompt });
  for (const { role, content } of params.messages) {
    const blocks = Array.isArray(content) ? content : [content];
    const parts = blocks.flatMap((block) => samplingBlockToPart(block) ?? []);
    if (parts.length < blocks.length) return undefined;
    if (role === 'user') messages.push({ role, content: parts });
    else messages.push({ role, content: parts.map(partToTextOrPlaceholder).join('\n') });
  }
  return { messages, maxTokens, ...(temperature !== undefined && { temperature }) };
}

type Block = Exclude<
  CreateMessageRequest['params']['messages'][number]['content'],
  readonly unknown[]
>;

function samplingBlockToPart(block: Block): ContentPart | undefined {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
    case 'audio':
      return fileToPart({ mimeType: block.mimeType, base64: block.data });
    case 'tool_use':
    case 'tool_result':
      return undefined;
  }
}

export function partToTextOrPlaceholder(part: ContentPart): string {
  return part.type === 'text' ? part.text : `[${part.type}]`;
}

/** Converts a model's reply to a sampling result, which does not disclose the model's name. */
export function replyToSampling({ content, finish_reason }: AssistantMessage): CreateMessageResult {
  return {
    role: 'assistant',
    model: 'agent',
    stopReason: finish_reason === 'length' ? 'maxTokens' : 'endTurn',
    content: { type: 'text', text: content ?? '' },
  };
}
