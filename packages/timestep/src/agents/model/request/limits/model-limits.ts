import { MISTRAL_IDS } from '../transcript/call-ids.ts';
import type { ProviderLimits } from './limits.ts';

/** Limits of models, in addition to the limits of their provider. */
interface ModelRow {
  /** AI SDK provider names up to the first dot. Undefined: all providers of the model. */
  readonly providers?: readonly string[];
  readonly model: RegExp;
  readonly limits: Partial<ProviderLimits>;
}

const OPENAI_PROVIDERS = ['openai', 'azure'];

const MODEL_ROWS: readonly ModelRow[] = [
  // vLLM, Bedrock and OpenRouter check the requests of these models with mistral-common.
  {
    model: /(^|[/.-])(open-)?(mistral|mixtral|ministral|magistral|codestral|devstral|pixtral)/i,
    limits: { callIds: MISTRAL_IDS, takesUserAfterResult: false },
  },
  // Chat template of Gemma: "System role not supported", "Conversation roles must alternate".
  {
    model: /(^|[/.:_-])gemma/i,
    limits: {
      takesSystem: false,
      takesLateSystem: false,
      takesRepeatedRoles: false,
      takesUserAfterResult: false,
      takesCallsWithoutTools: false,
    },
  },
  { model: /(^|\/)gemini-/i, limits: { schemas: 'gemini' } },
  // Sources: OpenAI's reference for o3 and o4-mini, and for GPT-5 the recorded responses of gpt-5.6-terra.
  {
    providers: [...OPENAI_PROVIDERS, 'openrouter', 'github'],
    model: /(^|\/)(o[1-9]|gpt-5)/,
    limits: { settings: { refused: ['stopSequences'], maxTokens: 128_000 } },
  },
  // Source: the pages of the models. Higher token limits are refused.
  {
    providers: OPENAI_PROVIDERS,
    model: /^gpt-4o/,
    limits: { settings: { maxTokens: 16_384 } },
  },
  {
    providers: OPENAI_PROVIDERS,
    model: /^gpt-4\.1/,
    limits: { settings: { maxTokens: 32_768 } },
  },
  {
    providers: OPENAI_PROVIDERS,
    model: /^(gpt-3\.5|gpt-4-turbo)/,
    limits: { settings: { maxTokens: 4096 } },
  },
  {
    providers: ['google', 'vertex'],
    model: /gemini-(2\.5|3)/,
    limits: { settings: { maxTokens: 65_536 } },
  },
];

export function listModelLimits(provider: string, modelId: string): Partial<ProviderLimits>[] {
  return MODEL_ROWS.filter(
    ({ providers, model }) => (providers?.includes(provider) ?? true) && model.test(modelId),
  ).map(({ limits }) => limits);
}
