import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';

export const usage: LanguageModelV4Usage = {
  inputTokens: { total: 10, noCache: 6, cacheRead: 4, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

export const stop: LanguageModelV4FinishReason = { unified: 'stop', raw: 'stop' };

/** Creates a model object that replies with the given parts and records each request in `asked`. */
export function createFakeModel(given: {
  readonly content?: LanguageModelV4Content[];
  readonly stream?: readonly LanguageModelV4StreamPart[];
  readonly finishReason?: LanguageModelV4FinishReason;
  readonly fails?: Error;
  /** The model id reported in the response. */
  readonly modelId?: string;
  readonly warnings?: readonly SharedV4Warning[];
}): LanguageModelV4 & { readonly asked: LanguageModelV4CallOptions[] } {
  const { content = [], stream = [], finishReason = stop, warnings = [], modelId } = given;
  const asked: LanguageModelV4CallOptions[] = [];
  const recordRequest = (options: LanguageModelV4CallOptions) => {
    asked.push(options);
    if (given.fails) throw given.fails;
  };
  return {
    specificationVersion: 'v4',
    provider: 'fake.chat',
    modelId: 'fake-1',
    supportedUrls: {},
    asked,
    async doGenerate(options) {
      recordRequest(options);
      const response = modelId === undefined ? undefined : { modelId };
      return {
        content,
        finishReason,
        usage,
        warnings: [...warnings],
        ...(response && { response }),
      };
    },
    async doStream(options) {
      recordRequest(options);
      return { stream: ReadableStream.from(stream) };
    },
  };
}
