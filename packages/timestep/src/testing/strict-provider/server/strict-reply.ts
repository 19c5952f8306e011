import { createHash } from 'node:crypto';
import { omitUndefined, type JsonObject } from '#core';

/** Why a reply ends. */
export type StrictFinish = 'stop' | 'tool-calls' | 'length' | 'content-filter';

/** Tokens of a request and its reply. */
export interface StrictUsage {
  /** All tokens of the request, cached ones included. */
  readonly input: number;
  readonly output: number;
  /** Tokens of the request that were read from the provider's cache. */
  readonly cacheRead?: number;
  /** Tokens of the request that were written to the provider's cache. */
  readonly cacheWrite?: number;
}

/** A call of a tool in a reply. */
export interface StrictToolCall {
  readonly name: string;
  /** An object, or the text of arguments that are no valid JSON. */
  readonly arguments: JsonObject | string;
  /** Default: an id in the form that the provider uses. */
  readonly id?: string;
}

/** What the model answers, in one form for all providers. An empty object is an empty text. */
export interface StrictReply {
  readonly text?: string;
  /** What the model has thought. The provider signs it as the real one does. */
  readonly reasoning?: string;
  readonly toolCalls?: readonly StrictToolCall[];
  /** Default: `tool-calls` if there are any, else `stop`. */
  readonly finish?: StrictFinish;
  /** Default: estimated from the texts. */
  readonly usage?: StrictUsage;
}

/** A reply with every field. Arguments are text. */
export interface FullReply {
  readonly text: string;
  readonly reasoning: string | undefined;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: string }[];
  readonly finish: StrictFinish;
  readonly usage: Required<StrictUsage>;
  /** Hexadecimal digits that are the same for equal requests, for ids. */
  readonly seed: string;
}

/** Creates the id of a call. `seed` has hexadecimal digits, `index` counts the calls of a reply. */
export type CreateCallId = (seed: string, name: string, index: number) => string;

/** Completes a reply to the request with the given text, which has `tokens` tokens. */
export function completeReply(
  { text = '', reasoning, toolCalls = [], finish, usage }: StrictReply,
  request: { readonly text: string; readonly tokens: number },
  createCallId: CreateCallId,
): FullReply {
  const seed = createHash('sha256').update(request.text).digest('hex').slice(0, 16);
  const calls = toolCalls.map(({ id, name, arguments: args }, index) => ({
    id: id ?? createCallId(seed, name, index),
    name,
    args: typeof args === 'string' ? args : JSON.stringify(args),
  }));
  const characters = [text, reasoning ?? '', ...calls.map(({ args }) => args)].join('').length;
  const estimate = { input: request.tokens, output: Math.ceil(characters / 4) };
  return {
    text,
    reasoning,
    calls,
    finish: finish ?? (calls.length > 0 ? 'tool-calls' : 'stop'),
    usage: { cacheRead: 0, cacheWrite: 0, ...estimate, ...omitUndefined(usage ?? {}) },
    seed,
  };
}

/** Divides a text into the pieces in which it is streamed. */
export function splitText(text: string): readonly string[] {
  const half = Math.ceil(text.length / 2);
  return [text.slice(0, half), text.slice(half)].filter((piece) => piece !== '');
}
