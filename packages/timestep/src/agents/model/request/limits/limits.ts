import type { CallIdRules } from '../transcript/call-ids.ts';

/** What a model provider refuses in a request. An undefined limit is unknown, or there is none. */
export interface ProviderLimits {
  readonly callIds: CallIdRules;
  /** Schema language for tools: JSON Schema 2020-12, or the subset that Gemini understands. */
  readonly schemas: 'json-schema' | 'gemini';
  /**
   * Provider whose rules a tool schema must follow for the flag `strict`. Other schemas are sent without the
   * flag.
   */
  readonly strict: 'openai' | 'anthropic' | 'any';
  /** Whether the provider accepts system messages. */
  readonly takesSystem: boolean;
  /** Whether the provider accepts system messages after the first user message. */
  readonly takesLateSystem: boolean;
  /** Whether two consecutive messages may have the same role. */
  readonly takesRepeatedRoles: boolean;
  /** Whether a user message may follow a tool result. */
  readonly takesUserAfterResult: boolean;
  /** Whether the prompt may contain tool calls if the request offers no tools. */
  readonly takesCallsWithoutTools: boolean;
  /** Maximum number of tools in a request to the provider. */
  readonly tools?: number;
  /** Maximum number of characters of a tool description. */
  readonly description?: number;
  /** Maximum number of characters of one text. */
  readonly text: number;
  readonly media: MediaLimits;
  readonly settings: SettingLimits;
}

/** Which files a provider accepts. Sizes are in bytes before base64 encoding. */
export interface MediaLimits {
  /** Maximum number of images in a request to the provider. */
  readonly images?: number;
  /** Maximum number of files other than images per request. */
  readonly documents?: number;
  /** Whether a message with a document must also contain text. Default: false. */
  readonly documentsNeedText?: true;
  /** Accepted media types; `audio/*` means all audio types. Undefined: all files are sent. */
  readonly types?: readonly string[];
  /** Maximum size of an image in bytes. */
  readonly imageBytes?: number;
  /** Maximum size of a file other than an image in bytes. */
  readonly documentBytes?: number;
  /** Maximum total size of all files in bytes. */
  readonly bytes?: number;
  /** Maximum length of the longer side of an image in pixels. */
  readonly side?: number;
  /** Maximum length of the longer side in pixels if a request has more than `images` images. */
  readonly sideOfMany?: { readonly images: number; readonly side: number };
  /** Whether a file URL must come with an exact media type. Default: false. */
  readonly needsExactTypes?: true;
  /** Schemes of the file URLs that the provider downloads. Default: `http:` and `https:`. */
  readonly schemes?: readonly string[];
}

/** Which settings a provider accepts. */
export interface SettingLimits {
  readonly refused?: readonly LimitedSetting[];
  /** Maximum number of stop sequences. */
  readonly stopSequences?: number;
  /** Maximum sampling temperature that the provider accepts. */
  readonly temperature?: number;
  readonly minTokens?: number;
  readonly maxTokens?: number;
}

/** Name of a model setting (in the AI SDK) that some models refuse. */
export type LimitedSetting =
  | 'temperature'
  | 'topP'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'stopSequences';
