import { estimateTokens, type Message } from '#core';
import type { CalledModel } from '../failure/failure-kinds.ts';
import { ModelError } from '../model-error.ts';

/** Estimates above this share of the window are certain: some texts have many characters a token. */
const CERTAIN_SHARE = 1.25;

/**
 * Throws the error of a request that is too long, before it is sent, if the transcript alone exceeds
 * the context window of the model (in tokens) for certain.
 */
export function throwIfTooLong(
  messages: readonly Message[],
  contextWindow: number | undefined,
  { provider, model }: CalledModel,
): void {
  if (contextWindow === undefined) return;
  const tokens = estimateTokens(messages);
  if (tokens <= contextWindow * CERTAIN_SHARE) return;
  const message = `the transcript is too long for ${model} at ${provider}: about ${tokens} tokens of ${contextWindow}`;
  const refusal = { reason: 'length', limitTokens: contextWindow } as const;
  throw Object.assign(new ModelError('context-length', message), { refusal });
}
