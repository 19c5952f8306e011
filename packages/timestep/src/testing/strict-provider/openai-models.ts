import type { JsonObject } from '#core';

/** Features in which OpenAI's models differ. */
export interface OpenAiModel {
  readonly pattern: RegExp;
  /** Whether the model reasons if the request sets no reasoning effort. */
  readonly reasonsByDefault: boolean;
  /** Whether Chat Completions accepts function tools while the model reasons. */
  readonly toolsWhileReasoning: boolean;
  /** Whether Chat Completions accepts `stop` for this model. */
  readonly stop: boolean;
  readonly source: string;
}

/** Reasoning models of OpenAI. The first matching pattern counts; other models do not reason. */
const OPENAI_MODELS: readonly OpenAiModel[] = [
  {
    pattern: /^gpt-(5\.[6-9]|6)/,
    reasonsByDefault: true,
    toolsWhileReasoning: false,
    stop: false,
    source: 'recorded from gpt-5.6-terra, 2026-08-31',
  },
  {
    pattern: /^gpt-5\.[45]/,
    reasonsByDefault: false,
    toolsWhileReasoning: false,
    stop: true,
    source: 'BerriAI/litellm pull request 34569, 2026-07',
  },
  {
    pattern: /^gpt-5\.[1-3]/,
    reasonsByDefault: false,
    toolsWhileReasoning: true,
    stop: true,
    source: 'model catalog of @ai-sdk/openai 4.0.118',
  },
  {
    pattern: /^o(3|4-mini)/,
    reasonsByDefault: true,
    toolsWhileReasoning: true,
    stop: false,
    source: 'documentation of the parameter `stop`',
  },
  {
    pattern: /^(o1|gpt-5)/,
    reasonsByDefault: true,
    toolsWhileReasoning: true,
    stop: true,
    source: 'model catalog of @ai-sdk/openai 4.0.118',
  },
];

/** Finds the rules of a reasoning model by its name; undefined for models that do not reason. */
export function findOpenAiReasoningModel(name: string): OpenAiModel | undefined {
  return name.includes('-chat')
    ? undefined
    : OPENAI_MODELS.find(({ pattern }) => pattern.test(name));
}

/** Whether a model reasons at the given reasoning effort. */
export function isModelReasoning(model: OpenAiModel | undefined, effort: unknown): boolean {
  if (!model) return false;
  return typeof effort === 'string' ? effort !== 'none' : model.reasonsByDefault;
}

/** Builds an error body of OpenAI. */
export function buildOpenAiError(fault: {
  readonly message: string;
  readonly param?: string;
  readonly code?: string;
  readonly type?: string;
}): JsonObject {
  const { message, type = 'invalid_request_error', param = null, code = null } = fault;
  return { error: { message, type, param, code } };
}
