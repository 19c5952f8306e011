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

/** A server that speaks Chat Completions: what it refuses, and in which words. */
export interface ChatDialect {
  readonly rules: readonly ChatRule[];
  readonly limits: ChatLimits;
  readonly buildErrorBody: (fault: Fault, status: number) => JsonObject;
  readonly createCallId: CreateCallId;
  /** Field of a reply with the reasoning. Absent: the server hides it. */
  readonly reasoningField?: string;
  /** Words a request above the context window. Absent: the server cuts the request silently. */
  readonly describeOverflow?: (tokens: number, window: number) => Fault;
}

/** What the check of a Chat Completions request knows besides its body. */
export interface ChatFacts {
  readonly model: string;
  readonly dialect: ChatDialect;
  /** Context window in tokens. */
  readonly window: number | undefined;
}

export type ChatRule = Rule<ChatFacts>;
