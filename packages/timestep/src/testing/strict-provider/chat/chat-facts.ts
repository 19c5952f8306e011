import type { JsonObject } from '#core';
import type { Fault, Rule } from '../refusal.ts';
import type { CreateCallId } from '../server/strict-reply.ts';

/** Limits of a server that speaks Chat Completions. */
export interface ChatLimits {
  readonly tools: number;
  /** Maximum number of characters of a tool call id. */
  readonly callId: number;
  /** Maximum number of characters of a tool description. */
  readonly description: number;
}

/** How a server's stream of tool calls differs from OpenAI's. */
export interface StreamQuirks {
  /** `zero`: all calls have the index 0. `absent`: no index. Default: calls are numbered from 0. */
  readonly index?: 'zero' | 'absent';
  /** Whether every chunk of a call contains its id. Default: only the first chunk. */
  readonly repeatsIds?: boolean;
  /** Whether the server sends the arguments of a tool call in one chunk instead of many. */
  readonly wholeArguments?: boolean;
}

/**
 * A server that speaks Chat Completions: which requests it refuses, and with which error messages.
 */
export interface ChatDialect {
  readonly rules: readonly ChatRule[];
  readonly limits: ChatLimits;
  readonly buildErrorBody: (fault: Fault, status: number) => JsonObject;
  readonly createCallId: CreateCallId;
  /** Field of a reply that contains the reasoning. Undefined: the server hides reasoning. */
  readonly reasoningField?: string;
  /**
   * Creates the error for a request above the context window. Undefined: the server truncates the
   * request silently.
   */
  readonly describeOverflow?: ((tokens: number, window: number) => Fault) | undefined;
  /** How the stream of a reply differs from OpenAI's. */
  readonly stream?: StreamQuirks;
}

/** What the rules need to check a Chat Completions request, besides its body. */
interface ChatFacts {
  readonly model: string;
  readonly dialect: ChatDialect;
  /** Size of the context window in tokens. */
  readonly window: number | undefined;
}

export type ChatRule = Rule<ChatFacts>;
