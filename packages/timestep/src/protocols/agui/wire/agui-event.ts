import type { JsonObject, JsonValue } from '#core';

export const PROTOCOL_VERSION = '1.0';

/** A request for a user's decision or answer (AG-UI 1.0, Interrupts and Resume). */
export interface Interrupt {
  readonly id: string;
  readonly reason: string;
  readonly message: string;
  readonly toolCallId?: string;
  readonly responseSchema: JsonObject;
  readonly metadata?: JsonObject;
}

export type RunOutcome =
  | { readonly type: 'success'; readonly pendingToolCallIds?: readonly string[] }
  | { readonly type: 'interrupt'; readonly interrupts: readonly Interrupt[] }
  | { readonly type: 'cancelled' };

/** Token counts. Each field is a total or a part of a total. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly reasoningTokens?: number;
  readonly cachedInputTokens?: number;
  readonly cacheWriteInputTokens?: number;
}

interface MessageEvent<Type extends string> {
  readonly type: Type;
  readonly messageId: string;
}

interface MessagePieceEvent<Type extends string> extends MessageEvent<Type> {
  readonly delta: string;
}

export type EndEvent =
  | {
      readonly type: 'RUN_FINISHED';
      readonly threadId: string;
      readonly runId: string;
      /** Outcome of the run. Missing if the client's version cannot represent it. */
      readonly outcome?: RunOutcome;
      /** Result of the run, if the agent has an output schema. */
      readonly result?: JsonValue;
      readonly usage?: readonly TokenUsage[];
      readonly metadata?: JsonObject;
    }
  | {
      readonly type: 'RUN_ERROR';
      readonly message: string;
      readonly code: string;
      readonly usage?: readonly TokenUsage[];
    };

export type AguiEvent =
  | {
      readonly type: 'RUN_STARTED';
      readonly threadId: string;
      readonly runId: string;
      readonly protocolVersion: string;
      readonly metadata?: JsonObject;
    }
  | EndEvent
  | { readonly type: 'STEP_STARTED'; readonly stepName: string }
  | { readonly type: 'STEP_FINISHED'; readonly stepName: string }
  | (MessageEvent<'TEXT_MESSAGE_START'> & { readonly role: 'assistant' })
  | MessagePieceEvent<'TEXT_MESSAGE_CONTENT'>
  | MessageEvent<'TEXT_MESSAGE_END'>
  | MessageEvent<'REASONING_START'>
  | (MessageEvent<'REASONING_MESSAGE_START'> & { readonly role: 'reasoning' })
  | MessagePieceEvent<'REASONING_MESSAGE_CONTENT'>
  | MessageEvent<'REASONING_MESSAGE_END'>
  | MessageEvent<'REASONING_END'>
  | {
      readonly type: 'TOOL_CALL_START';
      readonly toolCallId: string;
      readonly toolCallName: string;
      readonly parentMessageId: string;
    }
  | { readonly type: 'TOOL_CALL_ARGS'; readonly toolCallId: string; readonly delta: string }
  | { readonly type: 'TOOL_CALL_END'; readonly toolCallId: string }
  | (MessageEvent<'TOOL_CALL_RESULT'> & {
      readonly toolCallId: string;
      readonly content: string;
      readonly role: 'tool';
    })
  | (MessageEvent<'ACTIVITY_SNAPSHOT'> & {
      readonly activityType: 'artifact' | 'model-wait' | 'model-refusal' | 'progress';
      readonly content: JsonObject;
      readonly replace: true;
    })
  | { readonly type: 'MESSAGES_SNAPSHOT'; readonly messages: readonly JsonValue[] };
