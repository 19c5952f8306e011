import type { LanguageModelV4Content } from '@ai-sdk/provider';
import {
  omitUndefined,
  parseJson,
  type AssistantMessage,
  type Citation,
  type CutOff,
  type ToolCall,
  type Usage,
} from '#core';
import { contentToProviderData } from './provider-parts.ts';

/** Data that a provider reports in addition to the content. */
export interface ReplyMetadata {
  readonly provider: string;
  /** Family of the model: its name without date, alias and region. */
  readonly family?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly cost_usd?: number | undefined;
  readonly cut?: CutOff | undefined;
}

/**
 * Converts the parts of a reply to one message. Omits tool calls that the provider has executed,
 * because their results are already in the text and the loop must not execute them again.
 */
export function contentToMessage(
  content: readonly LanguageModelV4Content[],
  { provider, family, usage, cost_usd, cut }: ReplyMetadata,
): AssistantMessage {
  let text = '';
  let reasoning = '';
  const citations: Citation[] = [];
  const calls: ToolCall[] = [];
  for (const part of content) {
    if (part.type === 'text') text += part.text;
    else if (part.type === 'reasoning') reasoning += part.text;
    else if (part.type === 'source') citations.push(sourceToCitation(part));
    else if (part.type === 'tool-call' && part.providerExecuted !== true) {
      // The arguments of a call that was cut off are not complete JSON.
      if (cut !== undefined && !isJsonOrBlank(part.input)) continue;
      const { toolCallId: id, toolName: name, input } = part;
      calls.push({ id, type: 'function', function: { name, arguments: input } });
    }
  }
  const kept = contentToProviderData(content, { provider, family });
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(reasoning !== '' && { reasoning }),
    ...(citations.length > 0 && { citations }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(usage && { usage }),
    ...(cut && { finish_reason: cut }),
    ...(cost_usd !== undefined && { cost_usd }),
    ...(kept && { provider: kept }),
  };
}

function isJsonOrBlank(text: string): boolean {
  return text.trim() === '' || parseJson(text) !== undefined;
}

function sourceToCitation(source: Extract<LanguageModelV4Content, { type: 'source' }>): Citation {
  if (source.sourceType === 'document') {
    return { type: 'file', filename: source.filename ?? source.title };
  }
  const { url, title } = source;
  return { type: 'url', url, ...omitUndefined({ title }) };
}
