import type {
  LanguageModelV4,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { ANSWER, TOOL, weatherIn } from './weather.ts';

const ARGUMENTS = '{"location":"Oakland"}';
const PIECES = ['Sunny, ', '72F ', 'in ', 'Oakland.'];
const RESULT = weatherIn('Oakland');
const LOST = 'the tool result has not reached the model';

/**
 * A language model in this process: it first asks for the tool and then, shown the tool's result,
 * answers. Shown anything else it answers something else, which fails the measurement.
 */
export function mockModel(): LanguageModelV4 {
  let calls = 0;
  return {
    specificationVersion: 'v4',
    provider: 'mock',
    modelId: 'mock-model',
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const id = `call_${++calls}`;
      const result = toolResultIn(prompt);
      const rest = {
        usage: usage(),
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
      const result = toolResultIn(prompt);
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
      usage: usage(),
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
    { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: usage() },
  ];
}

function toolResultIn(prompt: LanguageModelV4Prompt): string | undefined {
  const last = prompt.at(-1);
  if (last?.role !== 'tool') return undefined;
  const [part] = last.content;
  return part?.type === 'tool-result' && part.output.type === 'text' ? part.output.value : LOST;
}

function usage(): LanguageModelV4Usage {
  return {
    inputTokens: { total: 50, noCache: 50, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 12, text: 12, reasoning: 0 },
  };
}
