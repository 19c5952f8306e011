import OpenAI from 'openai';
import { Agent, serve } from '@timestep-ai/timestep';
import type { AssistantMessage } from '@timestep-ai/timestep/core';
import { expect, it, onTestFinished } from 'vitest';

const REPLY: AssistantMessage = {
  role: 'assistant',
  content: '42',
  reasoning: 'six times seven',
  provider: { by: 'p' },
  citations: [{ type: 'url', url: 'https://example.com', title: 'Sums' }],
};

/** A client of an agent whose model thinks aloud before it answers. */
async function served(): Promise<OpenAI> {
  const agent = new Agent({
    agentId: 'one',
    name: 'one',
    model(_messages, { emit }) {
      for (const text of ['six ', 'times ', 'seven']) emit({ type: 'reasoning', text });
      return REPLY;
    },
  });
  const serving = await serve({ agents: [agent], port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  return new OpenAI({ baseURL: `${serving.url}/v1`, apiKey: 'none', maxRetries: 0 });
}

it('the openai client streams what a model says of its thinking, and what its answer rests on', async () => {
  const client = await served();
  const stream = client.responses.stream({
    model: 'one',
    input: 'x',
    reasoning: { summary: 'auto' },
    include: ['reasoning.encrypted_content'],
  });
  let thought = '';
  for await (const event of stream) {
    if (event.type === 'response.reasoning_summary_text.delta') thought += event.delta;
  }
  expect(thought).toBe('six times seven');
  const { output, output_text } = await stream.finalResponse();
  expect(output_text).toBe('42');
  expect(output).toMatchObject([
    {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'six times seven' }],
      encrypted_content: expect.any(String),
    },
    { type: 'message', content: [{ annotations: [{ type: 'url_citation', title: 'Sums' }] }] },
  ]);
});

it('a response keeps them, and says nothing of them where they were not asked for', async () => {
  const client = await served();
  const shown = await client.responses.create({
    model: 'one',
    input: 'x',
    reasoning: { summary: 'auto' },
  });
  expect(await client.responses.retrieve(shown.id)).toMatchObject({ output: shown.output });
  const plain = await client.responses.create({ model: 'one', input: 'x' });
  expect(plain.output.map(({ type }) => type)).toEqual(['message']);
  expect(JSON.stringify(plain)).not.toContain('times');
});
