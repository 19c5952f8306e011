import type { CallIdRules } from '../transcript/call-ids.ts';

/** What a model provider refuses in a request. An undefined limit is unknown, or there is none. */
export interface ProviderLimits {
  readonly callIds: CallIdRules;
  /** Form of tool schemas: JSON Schema 2020-12, or the part of it that Gemini reads. */
  readonly schemas: 'json-schema' | 'gemini';
  /** Schemas that a tool with `strict` must have. Tools with other schemas are sent without it. */
  readonly strict: 'openai' | 'anthropic' | 'any';
  /** Whether instructions may stand in messages of their own. */
  readonly takesSystem: boolean;
  /** Whether instructions may stand after the first message of a user. */
  readonly takesLateSystem: boolean;
  /** Whether two messages of one role may follow each other. */
  readonly takesRepeatedRoles: boolean;
  /** Whether the message of a user may follow the result of a tool. */
  readonly takesUserAfterResult: boolean;
  /** Whether a request without tools may contain calls of tools. */
  readonly takesCallsWithoutTools: boolean;
  /** Tools of one request. */
  readonly tools?: number;
  /** Characters of a tool's description. */
  readonly description?: number;
  /** Characters of one text. */
  readonly text: number;
  readonly media: MediaLimits;
  readonly settings: SettingLimits;
}

/** Which files a provider accepts. Bytes are those of decoded files. */
export interface MediaLimits {
  /** Images of one request. */
  readonly images?: number;
  /** Files other than images of one request. */
  readonly documents?: number;
  /** Whether a message with a document must also contain a text. Default: false. */
  readonly documentsNeedText?: true;
  /** Media types of files; `audio/*` means all types of audio. Undefined: all are sent. */
  readonly types?: readonly string[];
  /** Bytes of one image. */
  readonly imageBytes?: number;
  /** Bytes of a file other than an image. */
  readonly documentBytes?: number;
  /** Bytes of all files of a request. */
  readonly bytes?: number;
  /** Pixels of the longer side of an image. */
  readonly side?: number;
  /** Pixels of the longer side in a request with more than `images` images. */
  readonly sideOfMany?: { readonly images: number; readonly side: number };
  /** Whether a file on the web must have an exact media type. Default: false. */
  readonly needsExactTypes?: true;
  /** Whether the provider fetches files from the web. Default: true. */
  readonly fetchesUrls?: false;
}

/** Which settings a provider accepts. */
export interface SettingLimits {
  readonly refused?: readonly LimitedSetting[];
  /** Number of stop sequences. */
  readonly stopSequences?: number;
  /** Highest temperature. */
  readonly temperature?: number;
  readonly minTokens?: number;
  readonly maxTokens?: number;
}

/** A setting that some models refuse. */
export type LimitedSetting =
  | 'temperature'
  | 'topP'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'stopSequences';
