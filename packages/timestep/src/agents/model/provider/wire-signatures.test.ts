import { expect, it } from 'vitest';
import type { JsonValue } from '#core';
import { runEpisode } from '#engine/runner';
import { createAgent } from './create-agent.ts';
import { question, sendEvents, sendJson, startWireServer, weatherTools } from './wire.fixture.ts';

function geminiReply(...parts: readonly JsonValue[]): JsonValue {
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 },
  };
}

const replies = [
  geminiReply(
    { text: 'Looking it up.', thought: true },
    {
      functionCall: { name: 'get_weather', args: { location: 'Oakland' } },
      thoughtSignature: 'signature-of-the-first-call',
    },
    { functionCall: { name: 'get_weather', args: { location: 'Berkeley' } } },
  ),
  geminiReply({ text: 'Sunny.', thoughtSignature: 'signature-of-the-text' }),
  geminiReply({ text: 'You are welcome.' }),
];

it.each([false, true])(
  'a thought signature goes back with the very call that bore it (streamed: %s)',
  async (stream) => {
    const server = await startWireServer((_request, response, nth) => {
      const reply = replies[nth - 1] ?? null;
      if (stream) sendEvents(response, [reply]);
      else sendJson(response, reply);
    });
    const baseUrl = `${server.url}/v1beta`;
    const agent = createAgent({
      model: 'gemini/gemini-3-pro',
      apiKey: 'k',
      env: {},
      baseUrl,
      stream,
    });
    const tools = weatherTools;
    const first = await runEpisode(question, agent, { tools });
    expect(first.info.error).toBeNull();
    const text = JSON.stringify(first.messages);
    const stored = JSON.parse(text) as typeof first.messages;
    await runEpisode([...stored, { role: 'user', content: 'Thanks!' }], agent, { tools });

    const contents = server.requests[2]?.body['contents'] as readonly JsonValue[];
    expect(contents[1]).toMatchObject({
      role: 'model',
      parts: [
        { text: 'Looking it up.', thought: true },
        {
          functionCall: { args: { location: 'Oakland' } },
          thoughtSignature: 'signature-of-the-first-call',
        },
        { functionCall: { args: { location: 'Berkeley' } } },
      ],
    });
    expect(contents[3]).toEqual({
      role: 'model',
      parts: [{ text: 'Sunny.', thoughtSignature: 'signature-of-the-text' }],
    });
    await server.close();
  },
);
