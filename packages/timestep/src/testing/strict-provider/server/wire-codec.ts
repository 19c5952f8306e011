import type { JsonObject } from '#core';
import type { ChatDialectName } from '../chat/dialects.ts';
import type { Refusal } from '../refusal.ts';
import type { CreateCallId, FullReply } from './strict-reply.ts';

/** Names of the protocols that the strict provider speaks. */
export type WireName = 'chat' | 'responses' | 'anthropic' | 'gemini' | 'bedrock';

/** Question, tool results and tool names of a request, in one form for all protocols. */
export interface RequestSummary {
  /** Text of the last user message. */
  readonly question: string;
  /** Texts of the tool results after the last user message. */
  readonly results: readonly string[];
  /** Names of the offered tools. */
  readonly tools: readonly string[];
}

/** What a codec needs to know about a request, besides its body. */
export interface CodecContext {
  readonly model: string;
  readonly dialect: ChatDialectName;
  readonly window: number | undefined;
}

/** Checks requests and encodes replies of one protocol. */
export interface WireCodec {
  readonly findRefusal: (body: JsonObject, context: CodecContext) => Refusal | undefined;
  readonly summarize: (body: JsonObject) => RequestSummary;
  readonly createCallId: (context: CodecContext) => CreateCallId;
  readonly encode: (reply: FullReply, body: JsonObject, context: CodecContext) => JsonObject;
  /** Encodes a streamed reply as chunks of the response body. */
  readonly encodeStream: (
    reply: FullReply,
    body: JsonObject,
    context: CodecContext,
  ) => readonly (string | Uint8Array)[];
  readonly streamType: string;
}

/** Encodes a server-sent event, with its name if it has one. */
export function encodeSseEventText(data: JsonObject | string, name?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`;
}

export const EVENT_STREAM = 'text/event-stream';

/** A user message or a tool result, in the order of the request. */
export interface SummaryEntry {
  readonly kind: 'user' | 'result';
  readonly text: string;
}

/** Summarizes a model request: the last user message with text, the tool results after it, and the tool names. */
export function buildSummary(
  entries: readonly SummaryEntry[],
  tools: readonly string[],
): RequestSummary {
  const last = entries.findLastIndex(({ kind, text }) => kind === 'user' && text !== '');
  const results = entries.slice(last + 1).filter(({ kind }) => kind === 'result');
  return { question: entries[last]?.text ?? '', results: results.map(({ text }) => text), tools };
}
