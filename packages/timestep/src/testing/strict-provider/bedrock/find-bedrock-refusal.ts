import type { JsonObject } from '#core';
import { findRefusal, type Refusal } from '../refusal.ts';
import { listBedrockMessages, type BedrockRule } from './bedrock-facts.ts';
import { contentRules, orderRules } from './message-rules.ts';
import { malformedText, overWindow, settingRules, toolRules } from './request-rules.ts';

/** Rules that Bedrock Converse requests must satisfy. */
export const BEDROCK_RULES: readonly BedrockRule[] = [
  malformedText,
  ...toolRules,
  ...settingRules,
  ...contentRules,
  ...orderRules,
  overWindow,
];

/** Checks a Bedrock Converse request. `window` is in tokens. */
export function findBedrockRefusal(
  body: JsonObject,
  model: string,
  window?: number,
): Refusal | undefined {
  const facts = { model, messages: listBedrockMessages(body['messages']), window };
  return findRefusal(BEDROCK_RULES, body, facts, ({ message }) => ({ message }));
}
