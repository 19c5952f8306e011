import type {
  LanguageModelV4,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { ANSWER, TOOL, getWeather } from './weather.ts';

const ARGUMENTS = '{"location":"Oakland"}';
const PIECES = ['Sunny, ', '72F ', 'in ', 'Oakland.'];
const RESULT = getWeather('Oakland');
const LOST = 'the tool result has not reached the model';

/**
 * Creates a language model in this process: it first calls the tool and, given the tool's result,
 * answers. Given anything else, it answers differently, which fails the measurement.
 */
export function createMockModel(): LanguageModelV4 {
  let calls = 0;
  return {
    specificationVersion: 'v4',
    provider: 'mock',
    modelId: 'mock-model',
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const id = `call_${++calls}`;
      const result = findToolResult(prompt);
      const rest = {
        usage: createUsage(),
        warnings: [],
        response: { id: `reply_${calls}`, modelId: 'mock-model', timestamp: new Date(0) },
      };
      return result === undefined
        ? {
            content: [{ type: 'tool-call', toolCallId: id, toolName: TOOL, input: ARGUMENTS }],
            finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
            ...rest,
          }
        : {
            content: [{ type: 'text', text: result === RESULT ? ANSWER : LOST }],
            finishReason: { unified: 'stop', raw: 'stop' },
            ...rest,
          };
    },
    async doStream({ prompt }) {
      const result = findToolResult(prompt);
      const parts = result === undefined ? callParts(`call_${++calls}`) : answerParts(result);
      return {
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  };
}

function callParts(id: string): LanguageModelV4StreamPart[] {
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'tool-input-start', id, toolName: TOOL },
    { type: 'tool-input-delta', id, delta: ARGUMENTS },
    { type: 'tool-input-end', id },
    { type: 'tool-call', toolCallId: id, toolName: TOOL, input: ARGUMENTS },
    {
      type: 'finish',
      finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
      usage: createUsage(),
    },
  ];
}

function answerParts(result: string): LanguageModelV4StreamPart[] {
  const pieces = result === RESULT ? PIECES : [LOST];
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: 'text' },
    ...pieces.map((delta) => ({ type: 'text-delta', id: 'text', delta }) as const),
    { type: 'text-end', id: 'text' },
    { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: createUsage() },
  ];
}

function findToolResult(prompt: LanguageModelV4Prompt): string | undefined {
  const last = prompt.at(-1);
  if (last?.role !== 'tool') return undefined;
  const [part] = last.content;
  return part?.type === 'tool-result' && part.output.type === 'text' ? part.output.value : LOST;
}

function createUsage(): LanguageModelV4Usage {
  return {
    inputTokens: { total: 50, noCache: 50, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 12, text: 12, reasoning: 0 },
  };
}
