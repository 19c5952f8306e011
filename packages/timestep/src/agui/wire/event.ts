import type { JsonObject, JsonValue } from '../../core/index.ts';

/** The version of AG-UI that is spoken, as `RUN_STARTED` declares it. */
export const PROTOCOL_VERSION = '1.0';

/** What is needed from outside before a run can go on (AG-UI 1.0, Interrupts and Resume). */
export interface Interrupt {
  readonly id: string;
  readonly reason: string;
  readonly message: string;
  readonly toolCallId: string;
  /** JSON Schema of the answer. */
  readonly responseSchema: JsonObject;
  readonly metadata?: JsonObject;
}

/** How a run ended that did not fail. */
export type RunOutcome =
  | { readonly type: 'success'; readonly pendingToolCallIds?: readonly string[] }
  | { readonly type: 'interrupt'; readonly interrupts: readonly Interrupt[] }
  | { readonly type: 'cancelled' };

/** Token counts: each is a total or a named part of one. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly reasoningTokens?: number;
  readonly cachedInputTokens?: number;
  readonly cacheWriteInputTokens?: number;
}

/** An event about one message. */
interface OfMessage<Type extends string> {
  readonly type: Type;
  readonly messageId: string;
}

/** An event that brings a piece of a message. */
interface Piece<Type extends string> extends OfMessage<Type> {
  readonly delta: string;
}

/** The last event of a run. */
export type EndEvent =
  | {
      readonly type: 'RUN_FINISHED';
      readonly threadId: string;
      readonly runId: string;
      readonly outcome: RunOutcome;
      readonly usage?: readonly TokenUsage[];
      readonly metadata?: JsonObject;
    }
  | {
      readonly type: 'RUN_ERROR';
      readonly message: string;
      readonly code: string;
      readonly usage?: readonly TokenUsage[];
    };

/** The events of AG-UI that a run of an agent can have. */
export type AguiEvent =
  | {
      readonly type: 'RUN_STARTED';
      readonly threadId: string;
      readonly runId: string;
      readonly protocolVersion: string;
      readonly metadata: JsonObject;
    }
  | EndEvent
  | { readonly type: 'STEP_STARTED'; readonly stepName: string }
  | { readonly type: 'STEP_FINISHED'; readonly stepName: string }
  | (OfMessage<'TEXT_MESSAGE_START'> & { readonly role: 'assistant' })
  | Piece<'TEXT_MESSAGE_CONTENT'>
  | OfMessage<'TEXT_MESSAGE_END'>
  | OfMessage<'REASONING_START'>
  | (OfMessage<'REASONING_MESSAGE_START'> & { readonly role: 'reasoning' })
  | Piece<'REASONING_MESSAGE_CONTENT'>
  | OfMessage<'REASONING_MESSAGE_END'>
  | OfMessage<'REASONING_END'>
  | {
      readonly type: 'TOOL_CALL_START';
      readonly toolCallId: string;
      readonly toolCallName: string;
      readonly parentMessageId: string;
    }
  | { readonly type: 'TOOL_CALL_ARGS'; readonly toolCallId: string; readonly delta: string }
  | { readonly type: 'TOOL_CALL_END'; readonly toolCallId: string }
  | (OfMessage<'TOOL_CALL_RESULT'> & {
      readonly toolCallId: string;
      readonly content: string;
      readonly role: 'tool';
    })
  | (OfMessage<'ACTIVITY_SNAPSHOT'> & {
      readonly activityType: 'artifact';
      readonly content: JsonObject;
      readonly replace: true;
    })
  | { readonly type: 'MESSAGES_SNAPSHOT'; readonly messages: readonly JsonValue[] };
