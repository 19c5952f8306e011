import type { JsonObject } from '#core';
import { findRefusal, type Fault, type Refusal } from '../refusal.ts';
import { orderRules, partRules, signatureRules } from './content-rules.ts';
import { listGeminiContents, type GeminiRule } from './gemini-facts.ts';
import { formRules, overWindow, settingRules } from './request-rules.ts';
import { toolRules } from './tool-rules.ts';

/** Rules that Gemini requests must satisfy. */
export const GEMINI_RULES: readonly GeminiRule[] = [
  ...formRules,
  ...toolRules,
  ...settingRules,
  ...partRules,
  ...orderRules,
  ...signatureRules,
  overWindow,
];

/** Builds an error body of Gemini. */
function buildGeminiError({ message, type }: Fault, code: number): JsonObject {
  return { error: { code, message, status: type ?? 'INVALID_ARGUMENT' } };
}

/** Checks a Gemini request. `model` is the model's name without a path; `window` is in tokens. */
export function findGeminiRefusal(
  body: JsonObject,
  model: string,
  window?: number,
): Refusal | undefined {
  const generation = Number(/gemini-(\d+)/.exec(model)?.[1] ?? 0);
  const facts = { model, generation, contents: listGeminiContents(body['contents']), window };
  return findRefusal(GEMINI_RULES, body, facts, buildGeminiError);
}
