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

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

/**
 * Converts the parts of a model reply to one message. Omits tool calls that the provider has
 * executed itself, whose results are already in the text.
 */
export function contentToMessage(
  content: readonly LanguageModelV4Content[],
  { provider, family, usage, cost_usd, cut }: ReplyMetadata,
): AssistantMessage {
  let text = '';
  let reasoning = '';
  const citations: Citation[] = [];
  const calls: ToolCall[] = [];
  for (let index = 0; index < content.length; index += 1) {
    const part = content[index];
    if (!part) continue;
    if (part.type === 'text') text += part.text;
    else if (part.type === 'reasoning') reasoning += part.text;
    else if (part.type === 'source') citations.push(sourceToCitation(part));
    else if (part.type === 'tool-call' && part.providerExecuted !== true) {
      const { toolCallId: id, toolName: name, input } = part;
      const isCut = cut !== undefined && areArgumentsCutOff(input, index === content.length - 1);
      if (isCut && cut !== 'length') continue;
      const written = isCut ? markArgumentsAsCut(input) : input;
      calls.push({ id, type: 'function', function: { name, arguments: written } });
    }
  }
  const kept = contentToProviderData(content, { provider, family });
  // Each assignment takes a tenth of the time of a conditional spread.
  const message: Writable<AssistantMessage> = {
    role: 'assistant',
    content: text === '' ? null : text,
  };
  if (reasoning !== '') message.reasoning = reasoning;
  if (citations.length > 0) message.citations = citations;
  if (calls.length > 0) message.tool_calls = calls;
  if (usage) message.usage = usage;
  if (cut) message.finish_reason = cut;
  if (cost_usd !== undefined) message.cost_usd = cost_usd;
  if (kept) message.provider = kept;
  return message;
}

/**
 * Whether the arguments of a call are incomplete because the reply was cut off. Blank arguments of
 * an earlier call mean `{}`.
 */
function areArgumentsCutOff(input: string, isLast: boolean): boolean {
  return input.trim() === '' ? isLast : parseJson(input) === undefined;
}

/**
 * Maximum number of characters of incomplete arguments to keep, so that the model sees what it
 * wrote.
 */
const MOST_CUT_CHARACTERS = 1000;

/** Makes incomplete arguments invalid JSON, so that the call is never executed. */
function markArgumentsAsCut(input: string): string {
  const head = input.slice(0, MOST_CUT_CHARACTERS).toWellFormed();
  const begun = head.trimStart().startsWith('{') ? head : `{${head}`;
  return `${begun}…`;
}

function sourceToCitation(source: Extract<LanguageModelV4Content, { type: 'source' }>): Citation {
  if (source.sourceType === 'document') {
    return { type: 'file', filename: source.filename ?? source.title };
  }
  const { url, title } = source;
  return { type: 'url', url, ...omitUndefined({ title }) };
}
