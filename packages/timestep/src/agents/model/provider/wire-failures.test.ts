import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { runEpisode } from '#engine/runner';
import { createAgentContext } from '../agent-context.fixture.ts';
import { createAgent, type CreateAgentOptions } from './create-agent.ts';
import {
  createChatChunk,
  createChatCompletion,
  question,
  sendEvents,
  sendJson,
  startWireServer,
  weatherTools,
  type Answer,
  type WireServer,
} from './wire.fixture.ts';

const AT_ONCE = { 'retry-after': '0' };
const KEY = 'sk-very-secret-1';
let server: WireServer | undefined;

afterEach(() => server?.close());

async function agentOf(answer: Answer, options: CreateAgentOptions = {}) {
  server = await startWireServer(answer);
  const given = { model: 'openai-compatible/m', apiKey: KEY, baseUrl: server.url, env: {} };
  return createAgent({ ...given, retries: 1, ...options });
}

function failWith(status: number, body: JsonObject): Answer {
  return (_request, response) => sendJson(response, { error: body }, status, AT_ONCE);
}

describe('streamed tool arguments', () => {
  it('are put together although their later pieces carry no id', async () => {
    const piece = (index: number, args: string, head?: JsonObject) => ({
      index,
      ...head,
      function: { ...(head && { name: 'get_weather' }), arguments: args },
    });
    const head = (id: string) => ({ id, type: 'function' });
    const agent = await agentOf((_request, response, nth) => {
      const chunks =
        nth === 1
          ? [
              createChatChunk({ tool_calls: [piece(0, '', head('call_a'))] }),
              createChatChunk({ tool_calls: [piece(0, '{"location"')] }),
              createChatChunk({ tool_calls: [piece(1, '{"loc', head('call_b'))] }),
              createChatChunk({ tool_calls: [piece(0, ':"Oakland"}'), piece(1, 'ation":')] }),
              createChatChunk({ tool_calls: [piece(1, '"Berkeley"}')] }),
              createChatChunk({}, 'tool_calls'),
            ]
          : [createChatChunk({ content: 'Sunny' }), createChatChunk({ content: '.' }, 'stop')];
      sendEvents(response, chunks, 'done');
    });
    const { messages, info } = await runEpisode(question, agent, { tools: weatherTools });
    expect(info).toMatchObject({ terminated_reason: 'final_answer', tool_calls: 2 });
    expect(messages.slice(2)).toMatchObject([
      {
        tool_calls: [
          { id: 'call_a', function: { arguments: '{"location":"Oakland"}' } },
          { id: 'call_b', function: { arguments: '{"location":"Berkeley"}' } },
        ],
      },
      { content: 'sunny in Oakland' },
      { content: 'sunny in Berkeley' },
      { content: 'Sunny.' },
    ]);
  });
});

describe('failures on the wire', () => {
  it('are waited out where the provider says how long', async () => {
    const agent = await agentOf(
      (_request, response, nth) => {
        if (nth > 1) return sendJson(response, createChatCompletion('hello'));
        return sendJson(response, { error: { message: 'slow down' } }, 429, AT_ONCE);
      },
      { stream: false },
    );
    const { messages } = await runEpisode(question, agent);
    expect(messages.at(-1)).toMatchObject({ content: 'hello' });
    expect(server?.requests).toHaveLength(2);
  });

  it.each([
    [401, { message: `Incorrect API key provided: ${KEY}.` }, 'unauthorized', /\[secret\]/],
    [404, { message: 'model "m" not found, try pulling it first' }, 'model-not-found', /model m/],
    [400, { message: 'maximum context length is 8192 tokens' }, 'context-length', /too long/],
    [400, { message: 'temperature must be at most 2' }, 'bad-request', /at most 2/],
  ])('%i %j is told at once', async (status, body, code, message) => {
    const agent = await agentOf(failWith(status, body));
    const failure: unknown = await Promise.resolve(agent(question, createAgentContext())).catch(
      (thrown: unknown) => thrown,
    );
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) as string });
    expect(server?.requests).toHaveLength(1);
    expect(`${inspect(failure, { depth: 9 })}${JSON.stringify(failure)}`).not.toContain(KEY);
  });

  it('are repeated for a while and then reported', async () => {
    const agent = await agentOf(failWith(503, { message: 'busy' }));
    const { info } = await runEpisode(question, agent);
    expect(info.error).toBe('openai-compatible is overloaded (503), retry after 0 s: busy');
    expect(server?.requests).toHaveLength(2);
  });

  it('name the server that is not there', async () => {
    const agent = await agentOf(() => {}, { retries: 0 });
    const { url = '' } = server ?? {};
    await server?.close();
    await expect(agent(question, createAgentContext())).rejects.toMatchObject({
      code: 'unreachable',
      retryable: true,
      message: expect.stringContaining(`${url}/v1/chat/completions`) as string,
    });
  });

  it.each([
    ['cleanly', 'close', 'provider-error'],
    ['by the socket', 'open', 'unreachable'],
  ] as const)('are seen in a stream that is cut %s', async (_, end, code) => {
    const context = createAgentContext();
    const agent = await agentOf(
      async (_request, response) => {
        sendEvents(response, [createChatChunk({ content: 'The weather in Oak' })], end);
        if (end === 'close') return;
        await expect.poll(() => context.deltas.length).toBe(1);
        response.destroy();
      },
      { retries: 0 },
    );
    await expect(agent(question, context)).rejects.toMatchObject({ code, retryable: true });
    expect(context.deltas).toEqual([{ type: 'text', text: 'The weather in Oak' }]);
  });

  it('become an answer when a cut stream is asked for again', async () => {
    const agent = await agentOf((_request, response, nth) => {
      const whole = [
        createChatChunk({ content: 'Sunny' }),
        createChatChunk({ content: '.' }, 'stop'),
      ];
      sendEvents(response, nth === 1 ? whole.slice(0, 1) : whole, nth === 1 ? 'close' : 'done');
    });
    const { messages } = await runEpisode(question, agent);
    expect(messages.at(-1)).toMatchObject({ content: 'Sunny.' });
    expect(server?.requests).toHaveLength(2);
  });

  it('come in time from a server that never answers', async () => {
    const agent = await agentOf(() => {}, { timeoutS: 0.05, retries: 0 });
    await expect(agent(question, createAgentContext())).rejects.toMatchObject({
      code: 'timeout',
      message: 'no output for 0.05 s',
    });
  });

  it('end the request when the task is called off', async () => {
    const abort = new AbortController();
    const reason = new Error('canceled');
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const agent = await agentOf((_request, response) => {
      response.once('close', () => closed?.());
      abort.abort(reason);
    });
    await expect(agent(question, createAgentContext({ signal: abort.signal }))).rejects.toBe(
      reason,
    );
    await gone;
    expect(server?.requests).toHaveLength(1);
  });

  it('are data of the episode, not exceptions', async () => {
    const agent = await agentOf(failWith(401, { message: 'bad key' }));
    const { info } = await runEpisode(question, agent);
    expect(info).toMatchObject({ terminated_reason: 'error', steps: 0 });
    expect(info.error).toMatch(/refused the key/);
  });
});
