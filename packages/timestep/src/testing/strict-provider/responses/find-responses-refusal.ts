import type { JsonObject } from '#core';
import { buildOpenAiError, findOpenAiReasoningModel, isModelReasoning } from '../openai-models.ts';
import { listItemsOrEmptyObjects, toObject, toTextOrEmpty } from '../read-json.ts';
import { findRefusal, type Refusal } from '../refusal.ts';
import { itemRules, pairingRules, reasoningRules } from './item-rules.ts';
import { formRules, overWindow, settingRules } from './request-rules.ts';
import type { ResponsesRule } from './responses-facts.ts';
import { toolRules } from './tool-rules.ts';

/** Rules of OpenAI Responses, in the order in which their violations are reported. */
export const RESPONSES_RULES: readonly ResponsesRule[] = [
  ...formRules,
  ...itemRules,
  ...toolRules,
  ...settingRules,
  ...reasoningRules,
  ...pairingRules,
  overWindow,
];

/** Checks an OpenAI Responses request. `window` is in tokens. */
export function findResponsesRefusal(body: JsonObject, window?: number): Refusal | undefined {
  const model = toTextOrEmpty(body['model']);
  const { effort } = toObject(body['reasoning']);
  const reasons = isModelReasoning(findOpenAiReasoningModel(model), effort);
  const facts = { items: listItemsOrEmptyObjects(body['input']), reasons, window };
  return findRefusal(RESPONSES_RULES, body, facts, buildOpenAiError);
}
