import type { LanguageModelV4Content } from '@ai-sdk/provider';
import type { AssistantMessage, JsonObject } from '#core';
import { isJsonObject } from '#core';

/**
 * Provider data that a plain message lacks: reasoning with its signature, and metadata that the
 * provider needs back. Parts are in the provider's order; texts are stored by length, calls by
 * position.
 */
export type RestoredPart =
  | { readonly type: 'text'; readonly length: number; readonly metadata?: JsonObject }
  | { readonly type: 'reasoning'; readonly text: string; readonly metadata?: JsonObject }
  | { readonly type: 'call'; readonly metadata?: JsonObject }
  | { readonly type: 'custom'; readonly kind: string; readonly metadata?: JsonObject };

/** A stored part. Earlier releases stored reasoning as text instead of its length. */
type StoredPart =
  | RestoredPart
  | { readonly type: 'reasoning'; readonly length: number; readonly metadata?: JsonObject };

/** Kinds of provider-specific parts that no provider needs back. */
const PROGRESS_KINDS: ReadonlySet<string> = new Set(['anthropic.message_start']);

/** Who wrote a reply: the provider's AI SDK name, and the model family. */
export interface ReplyAuthor {
  readonly provider: string;
  readonly family: string | undefined;
}

/** Extracts provider data of a reply; undefined if the plain message is enough. */
export function contentToProviderData(
  content: readonly LanguageModelV4Content[],
  { provider, family }: ReplyAuthor,
): JsonObject | undefined {
  if (content.every(isPartWithoutProviderData)) return undefined;
  const parts = content.map(toStoredPart).filter((part) => part !== undefined);
  if (!parts.some((part) => part.metadata !== undefined || part.type === 'reasoning'))
    return undefined;
  return { by: provider, ...(family !== undefined && { family }), parts };
}

function isPartWithoutProviderData({ type, providerMetadata }: LanguageModelV4Content): boolean {
  return providerMetadata === undefined && type !== 'reasoning';
}

function toStoredPart(part: LanguageModelV4Content): StoredPart | undefined {
  const metadata = part.providerMetadata && {
    metadata: part.providerMetadata as unknown as JsonObject,
  };
  switch (part.type) {
    case 'text':
      return part.text === '' && metadata === undefined
        ? undefined
        : { type: 'text', length: part.text.length, ...metadata };
    case 'reasoning':
      return { type: 'reasoning', length: part.text.length, ...metadata };
    case 'tool-call':
      return part.providerExecuted === true ? undefined : { type: 'call', ...metadata };
    case 'custom':
      return PROGRESS_KINDS.has(part.kind)
        ? undefined
        : { type: 'custom', kind: part.kind, ...metadata };
    case 'file':
    case 'reasoning-file':
    case 'source':
    case 'tool-result':
    case 'tool-approval-request':
      return undefined;
  }
}

/**
 * Reads provider data; undefined if another provider or another model family wrote it. Earlier
 * releases stored no family.
 */
export function readProviderParts(
  message: AssistantMessage,
  { provider, family }: ReplyAuthor,
): readonly RestoredPart[] | undefined {
  const kept = message.provider;
  if (kept === undefined || kept['by'] !== provider || !Array.isArray(kept['parts'])) {
    return undefined;
  }
  const { family: by } = kept;
  if (by !== undefined && family !== undefined && by !== family) return undefined;
  const parts: RestoredPart[] = [];
  const { reasoning = '' } = message;
  let length = 0;
  let calls = 0;
  let thought = 0;
  for (const stored of kept['parts'] as readonly unknown[]) {
    if (!isStoredPart(stored)) return undefined;
    const part = restoreReasoningText(stored, reasoning.slice(thought));
    if (stored.type === 'reasoning' && 'length' in stored) thought += stored.length;
    if (part.type === 'text') length += part.length;
    if (part.type === 'call') calls += 1;
    parts.push(part);
  }
  const fits =
    thought <= reasoning.length &&
    length === (message.content ?? '').length &&
    calls === (message.tool_calls ?? []).length;
  return fits ? parts : undefined;
}

function restoreReasoningText(part: StoredPart, rest: string): RestoredPart {
  if (part.type !== 'reasoning' || 'text' in part) return part;
  const { type, length, metadata } = part;
  return { type, text: rest.slice(0, length), ...(metadata && { metadata }) };
}

function isStoredPart(part: unknown): part is StoredPart {
  if (!isJsonObject(part)) return false;
  if (part['metadata'] !== undefined && !isJsonObject(part['metadata'])) return false;
  switch (part['type']) {
    case 'text':
      return typeof part['length'] === 'number';
    case 'reasoning':
      return typeof part['text'] === 'string' || typeof part['length'] === 'number';
    case 'call':
      return true;
    case 'custom':
      return typeof part['kind'] === 'string';
    default:
      return false;
  }
}
