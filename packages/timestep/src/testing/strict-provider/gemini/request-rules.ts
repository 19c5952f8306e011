import {
  hasLoneSurrogate,
  listItemsOrEmptyObjects,
  listUnknownKeys,
  listValues,
  toObject,
  listTextsWithKeys,
} from '../read-json.ts';
import { estimateRequestTokens } from '../token-count.ts';
import type { GeminiRule } from './gemini-facts.ts';

const KNOWN_KEYS = new Set(
  'model contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent labels serviceTier store'.split(
    ' ',
  ),
);
const CONFIG_KEYS = new Set(
  (
    'candidateCount enableEnhancedCivicAnswers frequencyPenalty imageConfig logprobs maxOutputTokens mediaResolution ' +
    'presencePenalty responseJsonSchema responseLogprobs responseMimeType responseModalities responseSchema ' +
    'seed speechConfig stopSequences temperature thinkingConfig topK topP audioTimestamp'
  ).split(' '),
);
const LARGEST_REQUEST = 20 * 1024 * 1024;
const MOST_STOPS = 5;

function describeUnknownField(key: string, at: string): string {
  return `Invalid JSON payload received. Unknown name "${key}"${at}: Cannot find field.`;
}

export const formRules: readonly GeminiRule[] = [
  {
    id: 'gemini/malformed-text',
    source: 'inferred from the strict parsers of other providers',
    *find(body) {
      if (!hasLoneSurrogate(body)) return;
      yield { message: 'Invalid JSON payload received. Invalid UTF-16 in a string.' };
    },
  },
  {
    id: 'gemini/request-size',
    source: 'reported; the number is inferred',
    *find(body) {
      let size = 0;
      for (const { text } of listTextsWithKeys(body)) size += text.length;
      if (size <= LARGEST_REQUEST) return;
      yield { message: `Request payload size exceeds the limit: ${LARGEST_REQUEST} bytes.` };
    },
  },
  {
    id: 'gemini/unknown-key',
    source: 'tailcallhq/forgecode pull request 3426, 2026-05, of schemas',
    *find(body) {
      for (const key of listUnknownKeys(body, KNOWN_KEYS)) {
        yield { message: describeUnknownField(key, '') };
      }
      for (const key of listUnknownKeys(toObject(body['generationConfig']), CONFIG_KEYS)) {
        yield { message: describeUnknownField(key, " at 'generation_config'") };
      }
    },
  },
  {
    id: 'gemini/contents-missing',
    source: 'docstrings of google-genai 3.6.1',
    *find({ contents }) {
      if (listValues(contents).length > 0) return;
      yield { message: '* GenerateContentRequest.contents: contents is not specified\n' };
    },
  },
];

export const settingRules: readonly GeminiRule[] = [
  {
    id: 'gemini/thinking-config',
    source: 'reported with tables recorded live',
    *find({ generationConfig: config }) {
      const { thinkingBudget, thinkingLevel } = toObject(toObject(config)['thinkingConfig']);
      if (thinkingBudget === undefined || thinkingLevel === undefined) return;
      yield { message: 'You can only set only one of thinking budget and thinking level.' };
    },
  },
  {
    id: 'gemini/json-with-tools',
    source: 'reported several times',
    *find({ generationConfig: config, tools }, { generation }) {
      const { responseMimeType: type } = toObject(config);
      if (generation >= 3 || type !== 'application/json' || listValues(tools).length === 0) return;
      yield {
        message: "Function calling with a response mime type: 'application/json' is unsupported",
      };
    },
  },
  {
    id: 'gemini/penalty',
    source: 'source of @ai-sdk/google 4.0.121',
    *find({ generationConfig: config }, { model }) {
      if (!model.includes('gemini-2.5')) return;
      for (const key of ['presencePenalty', 'frequencyPenalty']) {
        if (toObject(config)[key] === undefined) continue;
        yield { message: `Penalty is not enabled for this model: ${key}` };
      }
    },
  },
  {
    id: 'gemini/allowed-names',
    source: 'docstrings of google-genai 3.6.1',
    *find({ toolConfig: config }) {
      const { mode, allowedFunctionNames: names } = toObject(
        toObject(config)['functionCallingConfig'],
      );
      if (names === undefined || mode === 'ANY' || mode === 'VALIDATED') return;
      yield {
        message: 'allowed_function_names can only be set when the function calling mode is ANY.',
      };
    },
  },
  {
    id: 'gemini/mixed-tools',
    source: 'source of @ai-sdk/google 4.0.121',
    *find({ tools }, { generation }) {
      const keys = new Set(listItemsOrEmptyObjects(tools).flatMap((tool) => Object.keys(tool)));
      if (generation >= 3 || !keys.has('functionDeclarations') || keys.size === 1) return;
      yield {
        message: 'Built-in tools and Function Calling cannot be combined in the same request.',
      };
    },
  },
  {
    id: 'gemini/stop-count',
    source: 'inferred',
    *find({ generationConfig: config }) {
      const { length } = listValues(toObject(config)['stopSequences']);
      if (length <= MOST_STOPS) return;
      yield { message: `The number of stop sequences must be at most ${MOST_STOPS}: ${length}.` };
    },
  },
];

export const overWindow: GeminiRule = {
  id: 'gemini/over-window',
  source: 'badlogic/pi-mono, utils/overflow.ts',
  *find(body, { window }) {
    const tokens = window === undefined ? 0 : estimateRequestTokens(body);
    if (window === undefined || tokens <= window) return;
    yield {
      message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`,
    };
  },
};
