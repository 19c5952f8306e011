import type { JsonObject } from '#core';
import { toTextOrEmpty } from '../read-json.ts';
import { findRefusal, type Fault, type Refusal } from '../refusal.ts';
import type { AnthropicRule } from './anthropic-facts.ts';
import { findAnthropicModel } from './anthropic-models.ts';
import { cacheRules, imageRules, thinkingRules } from './block-rules.ts';
import { blockRules, roleRules, textRules } from './message-rules.ts';
import { pairingRules } from './pairing-rules.ts';
import { blankStop, formRules, overWindow, settingRules, unknownKey } from './request-rules.ts';
import { formatRule, toolRules } from './tool-rules.ts';
import { listTurns } from './turns.ts';

/** Rules of Anthropic, in the order in which their violations are reported. */
export const ANTHROPIC_RULES: readonly AnthropicRule[] = [
  ...formRules,
  ...toolRules,
  ...blockRules,
  ...cacheRules,
  blankStop,
  unknownKey,
  ...settingRules,
  formatRule,
  ...roleRules,
  ...textRules,
  ...pairingRules,
  ...thinkingRules,
  ...imageRules,
  overWindow,
];

/** Builds an error body of Anthropic. */
function buildAnthropicError({ message, type = 'invalid_request_error' }: Fault): JsonObject {
  return { type: 'error', error: { type, message }, request_id: 'req_strict' };
}

/** Checks an Anthropic Messages request. `window` is in tokens. */
export function findAnthropicRefusal(body: JsonObject, window?: number): Refusal | undefined {
  const model = findAnthropicModel(toTextOrEmpty(body['model']));
  const facts = { model, turns: listTurns(body['messages']), window };
  return findRefusal(ANTHROPIC_RULES, body, facts, buildAnthropicError);
}
