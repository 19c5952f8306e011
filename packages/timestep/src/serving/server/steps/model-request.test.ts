import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '#agents/calling';
import { listen, type ListeningServer } from '#protocols/http';
import { createAgent } from '#agents/model';
import { Agent } from '../agent/agent.ts';
import { Environment } from '../environment.ts';

/** The weather question with a real provider's code in between: what goes over the wire to it. */
const QUESTION = "What's the weather in Oakland?";
const OBSERVED = 'The weather in Oakland is sunny, 72°F';
const CALL = {
  id: 'call_abc123',
  type: 'function',
  function: { name: 'get_weather', arguments: '{"location":"Oakland"}' },
};

const requests: { messages: { role: string }[] }[] = [];
let provider: ListeningServer;

beforeAll(async () => {
  provider = await listen(
    async (request) => {
      const body = (await request.json()) as (typeof requests)[number];
      requests.push(body);
      const hasResult = body.messages.some((message) => message.role === 'tool');
      const message = hasResult
        ? { role: 'assistant', content: OBSERVED }
        : { role: 'assistant', content: null, tool_calls: [CALL] };
      const finish_reason = hasResult ? 'stop' : 'tool_calls';
      return Response.json({
        id: 'r',
        created: 0,
        model: 'm',
        choices: [{ index: 0, message, finish_reason }],
      });
    },
    { port: 0 },
  );
});
afterAll(() => provider.close(0));

it('sends the model exactly the messages of the conversation', async () => {
  const environment = new Environment({
    environmentId: 'weather',
    enableHandoff: false,
    systemPrompt: 'You are a weather assistant...',
  });
  environment.tool('get_weather', {}, () => OBSERVED);
  const baseUrl = `${provider.url}/v1`;
  const model = createAgent({ model: 'openai-compatible/m', baseUrl, apiKey: 'k', stream: false });
  const agent = new Agent({ agentId: 'weather', name: 'Weather', model, environment });
  const serving = await agent.start({ port: 0, database: ':memory:' });
  const client = createClient();
  try {
    expect((await client.ask(serving.url, QUESTION)).text).toBe(OBSERVED);
  } finally {
    await Promise.all([client.close(), serving.close()]);
  }
  const asked = [
    { role: 'system', content: 'You are a weather assistant...' },
    { role: 'user', content: QUESTION },
  ];
  expect(requests.map((request) => request.messages)).toEqual([
    asked,
    [
      ...asked,
      // The transcript has an empty text here; the provider's own package writes it as null.
      { role: 'assistant', content: null, tool_calls: [CALL] },
      { role: 'tool', tool_call_id: 'call_abc123', content: OBSERVED },
    ],
  ]);
});
