import { findAnthropicModel } from '../anthropic/anthropic-models.ts';
import {
  hasLoneSurrogate,
  listItemsOrEmptyObjects,
  listValues,
  toObject,
  toTextOrEmpty,
} from '../read-json.ts';
import { estimateRequestTokens } from '../token-count.ts';
import { findNameFaults, type BedrockRule } from './bedrock-facts.ts';

const BOTO = 'service model of botocore 1.44.8';
const MOST_STOPS = 2500;
const MOST_CACHE_POINTS = 4;
const PROPERTY_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;

export const malformedText: BedrockRule = {
  id: 'bedrock/malformed-text',
  source: 'inferred from the strict parsers of other providers',
  *find(body) {
    if (hasLoneSurrogate(body)) yield { message: 'The request body is not valid JSON.' };
  },
};

export const toolRules: readonly BedrockRule[] = [
  {
    id: 'bedrock/no-tool-config',
    source: 'ellistarn/muse pull request 28; patriceckhart/zot pull request 18, 2026-06',
    *find({ toolConfig }, { messages }) {
      if (toolConfig !== undefined) return;
      const hasTools = messages.some(({ blocks }) =>
        blocks.some((block) => block['toolUse'] !== undefined || block['toolResult'] !== undefined),
      );
      if (!hasTools) return;
      yield {
        message:
          'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
      };
    },
  },
  {
    id: 'bedrock/no-tools',
    source: BOTO,
    *find({ toolConfig }) {
      if (toolConfig === undefined || listValues(toObject(toolConfig)['tools']).length > 0) return;
      yield {
        message:
          "1 validation error detected: Value '[]' at 'toolConfig.tools' failed to satisfy constraint: Member must have length greater than or equal to 1",
      };
    },
  },
  {
    id: 'bedrock/tool-spec',
    source: `${BOTO}; source of @ai-sdk/amazon-bedrock 5.0.101 on blank descriptions`,
    *find({ toolConfig }) {
      for (const [at, tool] of listItemsOrEmptyObjects(toObject(toolConfig)['tools']).entries()) {
        if (tool['toolSpec'] === undefined) continue;
        const { name, description, inputSchema } = toObject(tool['toolSpec']);
        const path = `toolConfig.tools.${at}.toolSpec`;
        yield* findNameFaults(name, `${path}.name`);
        if (description !== undefined && toTextOrEmpty(description).trim() === '') {
          yield {
            message: `1 validation error detected: Value at '${path}.description' failed to satisfy constraint: Member must have length greater than or equal to 1`,
          };
        }
        const { type } = toObject(toObject(inputSchema)['json']);
        if (type !== 'object') {
          yield {
            message: `The value at ${path}.inputSchema.json.type must be one of the following: object.`,
          };
        }
      }
    },
  },
  {
    id: 'bedrock/property-key',
    source: 'aws-solutions-library-samples issue 709',
    *find({ toolConfig }, { model }) {
      if (!model.includes('claude')) return;
      for (const [at, tool] of listItemsOrEmptyObjects(toObject(toolConfig)['tools']).entries()) {
        const { json } = toObject(toObject(tool['toolSpec'])['inputSchema']);
        for (const key of Object.keys(toObject(toObject(json)['properties']))) {
          if (PROPERTY_KEY.test(key)) continue;
          yield {
            message: `tools.${at}.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`,
          };
        }
      }
    },
  },
  {
    id: 'bedrock/tool-choice',
    source: BOTO,
    *find({ toolConfig }) {
      const { toolChoice, tools } = toObject(toolConfig);
      if (toolChoice === undefined) return;
      const [kind = ''] = Object.keys(toObject(toolChoice));
      if (!['auto', 'any', 'tool'].includes(kind)) {
        yield { message: 'toolConfig.toolChoice: must be one of auto, any, tool' };
      }
      const { name } = toObject(toObject(toolChoice)['tool']);
      const names = listItemsOrEmptyObjects(tools).map(
        (tool) => toObject(tool['toolSpec'])['name'],
      );
      if (kind === 'tool' && !names.includes(name ?? null)) {
        yield {
          message: `toolConfig.toolChoice.tool: '${toTextOrEmpty(name)}' is not in toolConfig.tools`,
        };
      }
    },
  },
];

export const settingRules: readonly BedrockRule[] = [
  {
    id: 'bedrock/bounds',
    source: BOTO,
    *find({ inferenceConfig }) {
      const { maxTokens, temperature, topP, stopSequences } = toObject(inferenceConfig);
      if (typeof maxTokens === 'number' && maxTokens < 1) {
        yield { message: `Value '${maxTokens}' at 'inferenceConfig.maxTokens' must be at least 1` };
      }
      for (const value of [temperature, topP]) {
        if (typeof value !== 'number' || (value >= 0 && value <= 1)) continue;
        yield { message: `Value '${value}' at 'inferenceConfig' must be from 0 to 1` };
      }
      if (listValues(stopSequences).length > MOST_STOPS) {
        yield { message: `inferenceConfig.stopSequences: at most ${MOST_STOPS}` };
      }
    },
  },
  {
    id: 'bedrock/unsupported-setting',
    source: 'source of @ai-sdk/amazon-bedrock 5.0.101',
    *find({ inferenceConfig }, { model }) {
      const { temperature, topP, stopSequences } = toObject(inferenceConfig);
      const hasSampling = temperature !== undefined || topP !== undefined;
      const isOpenAi = model.includes('openai.');
      if (isOpenAi && stopSequences !== undefined) {
        yield { message: 'This model does not support the stopSequences field.' };
      }
      if (isOpenAi && !model.includes('gpt-oss') && hasSampling) {
        yield { message: 'This model does not support the temperature and topP fields.' };
      }
      const isClaude = model.includes('claude');
      if (isClaude && hasSampling && findAnthropicModel(model).sampling === 'none') {
        yield { message: '`temperature` is deprecated for this model.' };
      }
    },
  },
  {
    id: 'bedrock/cache-points',
    source: 'documentation of prompt caching in Bedrock',
    *find({ system, toolConfig }, { messages }) {
      const blocks = [
        ...listItemsOrEmptyObjects(system),
        ...listItemsOrEmptyObjects(toObject(toolConfig)['tools']),
        ...messages.flatMap((message) => message.blocks),
      ];
      const { length } = blocks.filter(({ cachePoint }) => cachePoint !== undefined);
      if (length <= MOST_CACHE_POINTS) return;
      yield {
        message: `You can include at most ${MOST_CACHE_POINTS} cache checkpoints in a request. Found ${length}.`,
      };
    },
  },
];

export const overWindow: BedrockRule = {
  id: 'bedrock/over-window',
  source: 'badlogic/pi-mono, utils/overflow.ts',
  *find(body, { window }) {
    if (window === undefined || estimateRequestTokens(body) <= window) return;
    yield { message: 'Input is too long for requested model.' };
  },
};
