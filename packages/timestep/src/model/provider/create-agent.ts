import { describeUnknownOption } from '../../core/index.ts';
import type { AgentFn } from '../../port/index.ts';
import { languageModelAgent, type ModelSettings } from '../ai-sdk/language-model-agent.ts';
import { ModelError } from '../model-error.ts';
import { withRetries, type RetryOptions } from '../with-retries.ts';
import { withTimeout } from '../with-timeout.ts';
import type { KnownModel } from './known-model.ts';
import { parseModelName } from './model-name.ts';
import { modelOfTurn } from './model-of-turn.ts';
import { loadPrices, type PriceTable } from './price.ts';
import { resolveModel, type ModelChoice } from './resolve-model.ts';

/** Which model answers, with which settings, and for how long it may take. */
export interface CreateAgentOptions extends Partial<ModelChoice>, ModelSettings {
  /** Default `openai/gpt-4o-mini`. */
  readonly model?: KnownModel;
  /** Default 0, so that runs can be compared. */
  readonly temperature?: number;
  /** Seconds allowed for one complete reply, default 120. */
  readonly timeoutS?: number;
  /** How often a failed call is made again when that may help, default 2; or all retry options. */
  readonly retries?: number | RetryOptions;
  /** Show replies as they grow; default true. */
  readonly stream?: boolean;
  /** Prices that override the public list. */
  readonly prices?: PriceTable;
}

/** Every option of `createAgent`; the compiler keeps the list complete. */
const OPTIONS: Readonly<Record<keyof CreateAgentOptions, true>> = {
  model: true,
  temperature: true,
  topP: true,
  maxTokens: true,
  stopSequences: true,
  reasoning: true,
  providerOptions: true,
  timeoutS: true,
  retries: true,
  stream: true,
  prices: true,
  apiKey: true,
  baseUrl: true,
  api: true,
  answerLimit: true,
  env: true,
};

/** What `createAgent` makes is a model that answers; an agent with tools is `new Agent(…)`. */
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
};

const DEFAULT_MODEL = 'openai/gpt-4o-mini';

/**
 * An agent that is a hosted or local model: `createAgent({ model: 'anthropic/claude-sonnet-4-5' })`.
 * Throws `ModelError` at once when the provider is unknown or a key is missing; the provider's
 * package and the price list are loaded with the first call.
 *
 * In a turn of a session that names another model, that model answers, with the same settings and keys
 * from `env`; `apiKey`, `baseUrl` and `api` are for models of the same provider only.
 */
export function createAgent(options: CreateAgentOptions = {}): AgentFn {
  const unknown = describeUnknownOption(options, OPTIONS, SPELLINGS);
  if (unknown !== undefined) throw new ModelError('unsupported-setting', `createAgent ${unknown}`);
  const { model = DEFAULT_MODEL } = options;
  const { provider } = parseModelName(model);
  const { apiKey: _key, baseUrl: _url, api: _api, ...anywhere } = options;
  const own = agentOf({ ...options, model });
  return modelOfTurn(own, (named) => {
    if (named === model) return own;
    const isSame = parseModelName(named).provider.name === provider.name;
    return agentOf({ ...(isSame ? options : anywhere), model: named });
  });
}

function agentOf(options: CreateAgentOptions & ModelChoice): AgentFn {
  const { temperature = 0, timeoutS = 120, retries = 2, stream = true, prices } = options;
  const resolved = resolveModel(options);

  async function load(): Promise<AgentFn> {
    const [loaded, cost] = await Promise.all([resolved.load(), loadPrices(resolved, prices)]);
    const { provider, modelId, keyHint, redact, isTraced } = resolved;
    const called = { provider, model: modelId, keyHint, redact };
    const settings = { ...options, temperature };
    return languageModelAgent(loaded, { stream, settings, cost, called, isTraced });
  }

  let loading: Promise<AgentFn> | undefined;
  const agent: AgentFn = async (messages, context) => {
    loading ??= load();
    const loaded = await loading;
    return loaded(messages, context);
  };
  const retrying = typeof retries === 'number' ? { attempts: retries + 1 } : retries;
  return withRetries(withTimeout(agent, timeoutS), retrying);
}
