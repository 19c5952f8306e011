import type { JsonObject } from '#core';
import type { Fault, Rule } from '../refusal.ts';
import type { CreateCallId } from '../server/strict-reply.ts';

/** Limits of a server that speaks Chat Completions. */
export interface ChatLimits {
  readonly tools: number;
  /** Most characters of a tool call id. */
  readonly callId: number;
  /** Most characters of a tool's description. */
  readonly description: number;
}

/** How a server streams the calls of a reply, where it differs from OpenAI. */
export interface StreamQuirks {
  /** Whether all calls have the index 0, or none. Default: they are counted. */
  readonly index?: 'zero' | 'absent';
  /** Whether every piece of a call has its id. Default: only the first piece. */
  readonly repeatsIds?: boolean;
  /** Whether the arguments of a call come in one piece. */
  readonly wholeArguments?: boolean;
}

/** A server that speaks Chat Completions: what it refuses, and in which words. */
export interface ChatDialect {
  readonly rules: readonly ChatRule[];
  readonly limits: ChatLimits;
  readonly buildErrorBody: (fault: Fault, status: number) => JsonObject;
  readonly createCallId: CreateCallId;
  /** Field of a reply with the reasoning. Absent: the server hides it. */
  readonly reasoningField?: string;
  /** Words a request above the context window. Absent: the server cuts the request silently. */
  readonly describeOverflow?: ((tokens: number, window: number) => Fault) | undefined;
  /** How a streamed reply differs from that of OpenAI. */
  readonly stream?: StreamQuirks;
}

/** What the check of a Chat Completions request knows besides its body. */
interface ChatFacts {
  readonly model: string;
  readonly dialect: ChatDialect;
  /** Context window in tokens. */
  readonly window: number | undefined;
}

export type ChatRule = Rule<ChatFacts>;
