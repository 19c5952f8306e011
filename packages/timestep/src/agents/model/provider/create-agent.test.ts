import { expect, it } from 'vitest';
import type { CalledModel } from '#core';
import { createAgentContext } from '../agent-context.fixture.ts';
import { createAgent } from './create-agent.ts';
import { createChatCompletion, question, sendJson, startWireServer } from './wire.fixture.ts';

it('asks for gpt-4o-mini at temperature 0 by default', async () => {
  const server = await startWireServer((_request, response) =>
    sendJson(response, createChatCompletion('hi')),
  );
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url };
  const plain = await createAgent({ env, stream: false })(question, createAgentContext());
  expect(plain).toEqual({
    role: 'assistant',
    content: 'hi',
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  });
  expect(server.requests[0]?.body).toMatchObject({ model: 'gpt-4o-mini', temperature: 0 });

  const set = { temperature: 0.7, topP: 0.9, maxTokens: 50 };
  await createAgent({ env, stream: false, model: 'openai/other', ...set })(
    question,
    createAgentContext(),
  );
  expect(server.requests[1]?.body).toMatchObject({
    model: 'other',
    temperature: 0.7,
    top_p: 0.9,
    max_tokens: 50,
  });
  await server.close();
});

it('says what is missing before the first call', () => {
  expect(() => createAgent({ env: {} })).toThrow(/set OPENAI_API_KEY/);
  expect(() => createAgent({ env: {}, model: 'nobody/x' })).toThrow(/unknown provider/);
  const fallbackModels = ['anthropic/x'];
  expect(() => createAgent({ env: { OPENAI_API_KEY: 'k' }, fallbackModels })).toThrow(
    /set ANTHROPIC_API_KEY/,
  );
});

it('takes the price that OpenRouter tells', async () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, cost: 0.0125 };
  const server = await startWireServer((_request, response) =>
    sendJson(response, { ...createChatCompletion('hi'), usage }),
  );
  const given = { model: 'openrouter/some/model', apiKey: 'k', baseUrl: server.url, env: {} };
  const reply = await createAgent({ ...given, stream: false })(question, createAgentContext());
  expect(reply.cost_usd).toBe(0.0125);
  await server.close();
});

it('asks the next model if the first one is gone, and names it in the log', async () => {
  const server = await startWireServer((request, response) =>
    request.body['model'] === 'gone'
      ? sendJson(response, { error: { code: 'model_not_found', message: 'no such model' } }, 404)
      : sendJson(response, createChatCompletion('hi')),
  );
  const agent = createAgent({
    model: 'openai-compatible/gone',
    fallbackModels: ['openai-compatible/new'],
    apiKey: 'k',
    baseUrl: server.url,
    env: {},
    stream: false,
  });
  const called: CalledModel[] = [];
  const context = createAgentContext({ called: (model) => called.push(model) });
  expect(await agent(question, context)).toMatchObject({ content: 'hi' });
  expect(server.requests.map(({ body }) => body['model'])).toEqual(['gone', 'new']);
  expect(Object.assign({}, ...called)).toMatchObject({
    model: 'new',
    instead_of: 'openai-compatible/gone',
  });
  await server.close();
});
