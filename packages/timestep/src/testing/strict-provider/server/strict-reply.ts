import { createHash } from 'node:crypto';
import { omitUndefined, type JsonObject } from '#core';

/** Reason why a reply ends. */
export type StrictFinish = 'stop' | 'tool-calls' | 'length' | 'content-filter';

/** Token counts of a request and its reply. */
export interface StrictUsage {
  /** All tokens of the request, including those read from the cache. */
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
  /** An object, or a text that is not valid JSON, for tests of invalid arguments. */
  readonly arguments: JsonObject | string;
  /** Id of the tool call. Default: an id in the form that the imitated provider creates. */
  readonly id?: string;
}

/** A reply that the imitated model gives, in one form for all providers. An empty object is an empty text. */
export interface StrictReply {
  readonly text?: string;
  /** Reasoning of the model. The fake provider signs it in the way of the real one. */
  readonly reasoning?: string;
  readonly toolCalls?: readonly StrictToolCall[];
  /** Reason why the reply ends. Default: `tool-calls` if the reply has tool calls, otherwise `stop`. */
  readonly finish?: StrictFinish;
  /** Token counts of the reply. Default: estimated from the texts. */
  readonly usage?: StrictUsage;
}

/** A reply with all fields set. Arguments are JSON texts. */
export interface FullReply {
  readonly text: string;
  readonly reasoning: string | undefined;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: string }[];
  readonly finish: StrictFinish;
  readonly usage: Required<StrictUsage>;
  /** Hexadecimal digits for ids, which are equal for equal requests. */
  readonly seed: string;
}

/**
 * Creates the id of a tool call from the hexadecimal digits `seed` and the call's `index` in the
 * reply.
 */
export type CreateCallId = (seed: string, name: string, index: number) => string;

/**
 * Fills in the missing fields of a reply. `request` is the text of the request, and its number of
 * tokens.
 */
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

/** Splits a text into the chunks in which it is streamed. */
export function splitText(text: string): readonly string[] {
  const half = Math.ceil(text.length / 2);
  return [text.slice(0, half), text.slice(half)].filter((piece) => piece !== '');
}
