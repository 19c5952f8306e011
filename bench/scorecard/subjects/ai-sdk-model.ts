import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { World } from '../subject.ts';

const USAGE = {
  inputTokens: { total: 50, noCache: 50, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 12, text: 12, reasoning: 0 },
};

/** The story's model as a model of the AI SDK. */
export function createScriptedModel(world: World, task: string): LanguageModelV3 {
  async function* answer(results: number): AsyncGenerator<LanguageModelV3StreamPart> {
    yield { type: 'stream-start', warnings: [] };
    const reply = await world.askModel(task, results);
    if (reply.kind === 'call') {
      const call = { toolCallId: reply.id, toolName: reply.name, input: '{}' };
      yield { type: 'tool-call', ...call };
      const finishReason = { unified: 'tool-calls', raw: 'tool_calls' } as const;
      yield { type: 'finish', finishReason, usage: USAGE };
      return;
    }
    yield { type: 'text-start', id: 'text' };
    for await (const delta of reply.pieces) yield { type: 'text-delta', id: 'text', delta };
    yield { type: 'text-end', id: 'text' };
    yield { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: USAGE };
  }
  const results = (prompt: readonly { role: string }[]): number =>
    prompt.filter(({ role }) => role === 'tool').length;
  return {
    specificationVersion: 'v3',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    async doStream({ prompt }) {
      return { stream: ReadableStream.from(answer(results(prompt))) };
    },
    async doGenerate() {
      throw new Error('the story streams');
    },
  };
}
