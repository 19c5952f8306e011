import type { ModelIdentity } from '../../ai-sdk/option-mapping.ts';
import { MISTRAL_IDS, PORTABLE_IDS } from '../transcript/call-ids.ts';
import type { ProviderLimits } from './limits.ts';
import { listModelLimits } from './model-limits.ts';

const MIB = 1024 * 1024;
const WEB_IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** File types that the AI SDK package for OpenAI-compatible servers can send. */
const COMPATIBLE_TYPES = [
  'image/*',
  'video/*',
  'text/*',
  'application/pdf',
  'audio/wav',
  'audio/mpeg',
];

/** Cautious limits that every provider accepts, apart from the number of tools. */
const BASE: ProviderLimits = {
  callIds: PORTABLE_IDS,
  schemas: 'json-schema',
  strict: 'openai',
  takesSystem: true,
  takesLateSystem: false,
  takesRepeatedRoles: false,
  takesUserAfterResult: true,
  takesCallsWithoutTools: true,
  // OpenAI refuses a longer text with the error "string_above_max_length".
  text: 10_485_760,
  media: { types: COMPATIBLE_TYPES },
  settings: {},
};

/**
 * Limits of unknown servers. Chat templates of local models need alternating roles. OpenAI, whose
 * protocol they speak, accepts 128 tools.
 */
const UNKNOWN: ProviderLimits = { ...BASE, tools: 128 };

const HOSTED: ProviderLimits = { ...UNKNOWN, takesLateSystem: true, takesRepeatedRoles: true };

const OPENAI: ProviderLimits = {
  ...HOSTED,
  // Source: zed-industries/zed #32946, with the error "Expected an array with maximum length 128".
  tools: 128,
  media: { types: [...WEB_IMAGES, 'application/pdf', 'audio/wav', 'audio/mpeg'] },
  settings: { stopSequences: 4 },
};

/** Tested with gpt-5.6-terra: `max_output_tokens` below 16 is "integer_below_min_value". */
const OPENAI_RESPONSES: ProviderLimits = {
  ...OPENAI,
  media: { types: [...WEB_IMAGES, 'application/pdf'] },
  settings: { ...OPENAI.settings, minTokens: 16 },
};

/** Azure deployments lag behind OpenAI: tool descriptions above 1,024 characters are refused. */
const AZURE_DESCRIPTION = 1024;

const GOOGLE: ProviderLimits = {
  ...BASE,
  schemas: 'gemini',
  strict: 'any',
  // Source: API reference, "At most 512 function declarations can be specified".
  tools: 512,
  media: {
    types: [
      'image/png',
      'image/jpeg',
      'image/webp',
      'image/heic',
      'image/heif',
      'application/pdf',
      'audio/*',
      'video/*',
      'text/*',
    ],
    // Gemini accepts requests of 20 MB. Base64 makes files a third larger: 14 MiB fit.
    bytes: 14 * MIB,
    needsExactTypes: true,
    schemes: ['http:', 'https:', 'gs:'],
  },
  settings: { stopSequences: 5 },
};

const ANTHROPIC: ProviderLimits = {
  ...BASE,
  strict: 'anthropic',
  takesRepeatedRoles: true,
  media: {
    types: [...WEB_IMAGES, 'application/pdf'],
    images: 100,
    // Sources of these image limits: oh-my-pi #10633 (10 MB as base64), claude-code #49537 (2,000 px).
    imageBytes: 7.5 * MIB,
    side: 8000,
    sideOfMany: { images: 20, side: 2000 },
    // Anthropic accepts requests of 32 MB (inferred). Base64 makes files a third larger: 22 MiB fit.
    bytes: 22 * MIB,
  },
};

/** Service model of `bedrock-runtime` in botocore 1.44.8. */
const BEDROCK: ProviderLimits = {
  ...BASE,
  strict: 'anthropic',
  takesRepeatedRoles: true,
  // Source: muse #28 and zot #18, with the error "toolConfig field must be defined when using toolUse".
  takesCallsWithoutTools: false,
  media: {
    types: [
      ...WEB_IMAGES,
      'application/pdf',
      'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'video/*',
    ],
    images: 20,
    documents: 5,
    documentsNeedText: true,
    imageBytes: 3.75 * MIB,
    documentBytes: 4.5 * MIB,
    side: 8000,
    schemes: ['s3:'],
  },
  settings: { stopSequences: 2500, temperature: 1 },
};

/** Sources of Mistral's limits: `validator.py` of mistral-common, and for images the issue pi #120. */
const MISTRAL: ProviderLimits = {
  ...UNKNOWN,
  callIds: MISTRAL_IDS,
  takesUserAfterResult: false,
  media: { types: COMPATIBLE_TYPES, images: 8 },
};

/** Limits by the provider's name in the AI SDK, or the name up to its first dot. */
const PROVIDER_LIMITS: Readonly<Record<string, ProviderLimits>> = {
  openai: OPENAI,
  'openai.responses': OPENAI_RESPONSES,
  azure: { ...OPENAI, description: AZURE_DESCRIPTION },
  'azure.responses': { ...OPENAI_RESPONSES, description: AZURE_DESCRIPTION },
  anthropic: ANTHROPIC,
  google: GOOGLE,
  vertex: GOOGLE,
  // Claude on Vertex: the AI SDK package itself downloads file URLs.
  googleVertex: { ...ANTHROPIC, media: { ...ANTHROPIC.media, schemes: [] } },
  'amazon-bedrock': BEDROCK,
  mistral: MISTRAL,
  // Sources of Groq's limits: issues pi #120 and, for the 128 tools, gsd-2 #4376.
  groq: {
    ...HOSTED,
    tools: 128,
    media: { types: COMPATIBLE_TYPES, images: 5, imageBytes: 4 * MIB },
  },
  // Source of the limit of 200 tools: CLIProxyAPI #5214.
  xai: { ...HOSTED, tools: 200 },
  // Cerebras: several of its users reported that the API refuses images, so none are sent.
  cerebras: { ...HOSTED, media: { types: COMPATIBLE_TYPES, images: 0 } },
  // pi #120.
  openrouter: { ...HOSTED, media: { types: COMPATIBLE_TYPES, images: 40, imageBytes: 7.5 * MIB } },
  deepseek: HOSTED,
  moonshot: HOSTED,
  nvidia: HOSTED,
  together: HOSTED,
  fireworks: HOSTED,
  huggingface: HOSTED,
  github: HOSTED,
  zai: HOSTED,
};

/** Returns the request limits of a model's provider. `provider` is its name in the AI SDK. */
export function getProviderLimits({ provider, modelId }: ModelIdentity): ProviderLimits {
  const [name = provider] = provider.split('.', 1);
  const known = PROVIDER_LIMITS[provider] ?? PROVIDER_LIMITS[name] ?? UNKNOWN;
  const rows = listModelLimits(name, modelId);
  const settings = Object.assign({}, known.settings, ...rows.map((row) => row.settings));
  return Object.assign({}, known, ...rows, { settings }) as ProviderLimits;
}
