import type { LanguageModelV4Content } from '@ai-sdk/provider';
import type { AssistantMessage, Citation, CutOff, ToolCall, Usage } from '../../core/index.ts';
import { keepParts } from './provider-parts.ts';

/** What a provider reports beside the content. */
export interface ReplyFacts {
  /** The name of the provider, as the model object has it. */
  readonly provider: string;
  readonly usage?: Usage | undefined;
  readonly cost_usd?: number | undefined;
  readonly cut?: CutOff | undefined;
}

/**
 * A reply's parts as one transcript message. Calls that the provider has executed itself are left
 * out: their outcome is in its text, and the loop must not execute them again.
 */
export function messageFromContent(
  content: readonly LanguageModelV4Content[],
  { provider, usage, cost_usd, cut }: ReplyFacts,
): AssistantMessage {
  let text = '';
  let reasoning = '';
  const citations: Citation[] = [];
  const calls: ToolCall[] = [];
  for (const part of content) {
    if (part.type === 'text') text += part.text;
    else if (part.type === 'reasoning') reasoning += part.text;
    else if (part.type === 'source') citations.push(citationOf(part));
    else if (part.type === 'tool-call' && part.providerExecuted !== true) {
      // The arguments of a call that was cut in the middle are not complete JSON.
      if (cut !== undefined && !isJson(part.input)) continue;
      calls.push({
        id: part.toolCallId,
        type: 'function',
        function: { name: part.toolName, arguments: part.input },
      });
    }
  }
  const kept = keepParts(content, provider);
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

function citationOf(source: Extract<LanguageModelV4Content, { type: 'source' }>): Citation {
  if (source.sourceType === 'document') {
    return { type: 'file', filename: source.filename ?? source.title };
  }
  const { url, title } = source;
  return { type: 'url', url, ...(title !== undefined && { title }) };
}

function isJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
