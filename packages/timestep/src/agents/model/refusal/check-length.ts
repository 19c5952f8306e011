import { estimateTokens, getText, type Message, type RefusalAdvice } from '#core';
import type { CalledModel } from '../failure/failure-kinds.ts';
import { ModelError } from '../model-error.ts';

/**
 * Factor on the context window: an estimate above it is too long for certain, because estimates are
 * inaccurate.
 */
const CERTAIN_SHARE = 1.25;

const CHARACTERS_PER_TOKEN = 4;

/**
 * Throws an error before sending a request whose transcript certainly exceeds the model's context
 * window (in tokens).
 */
export function throwIfTooLong(
  messages: readonly Message[],
  contextWindow: number | undefined,
  { provider, model }: CalledModel,
): void {
  if (contextWindow === undefined) return;
  const limit = contextWindow * CERTAIN_SHARE;
  if (estimateByNewestReply(messages) <= limit) return;
  // The newest reply may be to a longer request, before the transcript was shortened.
  const tokens = estimateTokens(messages);
  if (tokens <= limit) return;
  const tooLong = findExcessiveInstructionTokens(messages, limit);
  if (tooLong) throw createInstructionsError(tooLong, contextWindow, { provider, model });
  const message = `the transcript is too long for ${model} at ${provider}: about ${tokens} tokens of ${contextWindow}`;
  const refusal = { reason: 'length', limitTokens: contextWindow } as const;
  throw Object.assign(new ModelError('context-length', message), { refusal });
}

/** Adds to an error what the provider refused, unless the instructions alone are too long. */
export function addRefusalToError(
  error: ModelError,
  refusal: RefusalAdvice,
  messages: readonly Message[],
  called: CalledModel,
): ModelError {
  const { reason, limitTokens } = refusal;
  if (reason === 'length' && limitTokens !== undefined) {
    const tooLong = findExcessiveInstructionTokens(messages, limitTokens);
    if (tooLong !== undefined) return createInstructionsError(tooLong, limitTokens, called);
  }
  return Object.assign(error, { refusal });
}

/**
 * Returns the number of tokens of instructions that alone exceed a limit. Undefined if they fit.
 */
function findExcessiveInstructionTokens(
  messages: readonly Message[],
  limit: number,
): number | undefined {
  const tokens = estimateTokens(messages.filter(({ role }) => role === 'system'));
  return tokens > limit ? tokens : undefined;
}

/** Creates the error for instructions that are too long even without a conversation. */
function createInstructionsError(
  tokens: number,
  contextWindow: number,
  { provider, model }: CalledModel,
): ModelError {
  const message = `the instructions of the agent alone have about ${tokens} tokens, more than the context window of ${model} at ${provider} (${contextWindow}): shorten the system prompt, or name a model with a larger window`;
  return new ModelError('context-length', message);
}

/**
 * Estimates tokens: the provider's count for the newest reply, plus the messages after the reply.
 */
function estimateByNewestReply(messages: readonly Message[]): number {
  let counted = 0;
  let characters = 0;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (!message) continue;
    if (message.role === 'assistant') {
      if (message.usage) {
        counted = message.usage.total_tokens;
        break;
      }
      for (const call of message.tool_calls ?? []) characters += call.function.arguments.length;
    }
    const { content } = message;
    characters += typeof content === 'string' ? content.length : getText(message).length;
  }
  return counted + Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
