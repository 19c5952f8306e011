import { describeUnknownOption, addAttemptLimitToError } from '#core';
import type { AgentFn } from '#engine/port';
import type { ModelSettings } from '../ai-sdk/model-settings.ts';
import { ModelError } from '../model-error.ts';
import { withTimeout } from '../with-timeout.ts';
import { withFallbackModels, type CandidateModel } from './fallback-models.ts';
import type { KnownModel } from './known-model.ts';
import { parseModelName } from './model-name.ts';
import { withTurnModel } from './turn-model.ts';
import { loadPriceList } from './price-list.ts';
import { loadReplyPricer, type PriceTable } from './reply-price.ts';
import { resolveModel, type ModelChoice } from './resolve-model.ts';

/** The model of an agent, its settings and its time limit. */
export interface CreateAgentOptions extends Partial<ModelChoice>, ModelSettings {
  /** Name of the model. Default: `openai/gpt-4o-mini`. */
  readonly model?: KnownModel;
  /**
   * Names of fallback models, which are tried in this order if the model fails for a reason of its
   * own: its account is empty, it no longer exists, or it has been overloaded for two minutes.
   * Their API keys come from `env`, unless their provider is the same.
   */
  readonly fallbackModels?: readonly KnownModel[];
  /** Sampling temperature. Default: 0, so that runs can be compared. */
  readonly temperature?: number;
  /** Maximum seconds in which a reply shows no output. Default: 300. */
  readonly timeoutS?: number;
  /** Maximum seconds of a complete reply. Default: no limit. */
  readonly totalTimeoutS?: number;
  /**
   * Maximum number of retries after a temporary failure. Default: as many as fit into the limit
   * `model_patience_s` of the task.
   */
  readonly retries?: number;
  /** Whether replies are emitted while they are generated. Default: true. */
  readonly stream?: boolean;
  /** Prices of models, which override the public price list. */
  readonly prices?: PriceTable;
}

const OPTIONS: Readonly<Record<keyof CreateAgentOptions, true>> = {
  model: true,
  fallbackModels: true,
  temperature: true,
  topP: true,
  maxTokens: true,
  stopSequences: true,
  reasoning: true,
  promptCaching: true,
  providerOptions: true,
  timeoutS: true,
  totalTimeoutS: true,
  retries: true,
  stream: true,
  prices: true,
  apiKey: true,
  baseUrl: true,
  api: true,
  answerLimit: true,
  env: true,
};

/**
 * Option names of `new Agent(…)` that `createAgent`, which only creates the model, does not accept.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
  instructions: 'new Agent({ instructions })',
  system: 'new Agent({ instructions })',
  systemPrompt: 'new Agent({ instructions })',
  prompt: 'new Agent({ instructions })',
  tools: 'new Agent({ tools })',
  name: 'new Agent({ agentId, name })',
  maxOutputTokens: 'maxTokens',
  max_tokens: 'maxTokens',
  baseURL: 'baseUrl',
  base_url: 'baseUrl',
  api_key: 'apiKey',
  maxRetries: 'retries',
  timeout: 'timeoutS',
  models: 'fallbackModels',
  fallback: 'fallbackModels',
  fallbacks: 'fallbackModels',
};

const DEFAULT_MODEL = 'openai/gpt-4o-mini';

/**
 * Creates an agent from a model name such as `anthropic/claude-sonnet-4-5`. Throws `ModelError` if
 * the provider is unknown or a key is missing.
 *
 * If a session names another model, that one answers with the same settings and keys from `env`.
 * `apiKey`, `baseUrl` and `api` apply only to models of the same provider.
 */
export function createAgent(options: CreateAgentOptions = {}): AgentFn {
  const unknown = describeUnknownOption(options, OPTIONS, SPELLINGS);
  if (unknown !== undefined) throw new ModelError('unsupported-setting', `createAgent ${unknown}`);
  const { model = DEFAULT_MODEL, fallbackModels = [] } = options;
  const { provider } = parseModelName(model);
  const { apiKey: _key, baseUrl: _url, api: _api, ...anywhere } = options;
  const createCandidate = (named: string): CandidateModel => {
    const isSame = parseModelName(named).provider.name === provider.name;
    return createCandidateModel({ ...(isSame ? options : anywhere), model: named });
  };
  const first = createCandidate(model);
  const others = fallbackModels.map(createCandidate);
  const own = others.length === 0 ? first.agent : withFallbackModels([first, ...others]);
  return withTurnModel(own, (named) => (named === model ? own : createCandidate(named).agent));
}

function createCandidateModel(options: CreateAgentOptions & ModelChoice): CandidateModel {
  const {
    temperature = 0,
    timeoutS: silenceS = 300,
    totalTimeoutS: totalS,
    retries,
    stream = true,
    prices,
  } = options;
  const resolved = resolveModel(options);

  async function loadModelAgent(): Promise<AgentFn> {
    // Loaded on first use, so that a program that only creates agents does not load it.
    const [{ createLanguageModelAgent }, loaded, cost, lookUp] = await Promise.all([
      import('../ai-sdk/language-model-agent.ts'),
      resolved.load(),
      loadReplyPricer(resolved, prices),
      loadPriceList(),
    ]);
    const { provider, modelId, keyHint, redact, isTraced, priceKey } = resolved;
    const { contextWindow } = lookUp(priceKey, modelId, Date.now());
    const called = { provider, model: modelId, keyHint, redact };
    const settings = { ...options, temperature };
    const facts = { cost, called, isTraced, contextWindow };
    return createLanguageModelAgent(loaded, { stream, settings, ...facts });
  }

  let loading: Promise<AgentFn> | undefined;
  const agent: AgentFn = async (messages, context) => {
    loading ??= loadModelAgent();
    const loaded = await loading;
    return loaded(messages, context);
  };
  const limited = withTimeout(agent, { silenceS, totalS });
  const { provider, modelId, priceKey } = resolved;
  return {
    agent: retries === undefined ? limited : withAttemptLimit(limited, retries + 1),
    provider,
    model: modelId,
    getContextWindow: async () =>
      (await loadPriceList())(priceKey, modelId, Date.now()).contextWindow,
  };
}

function withAttemptLimit(agent: AgentFn, maxAttempts: number): AgentFn {
  return async (messages, context) => {
    try {
      return await agent(messages, context);
    } catch (thrown) {
      throw addAttemptLimitToError(thrown, maxAttempts);
    }
  };
}
