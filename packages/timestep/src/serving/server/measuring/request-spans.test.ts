import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '#agents/calling';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import type { ReadableSpan } from '#protocols/trace';
import { Agent } from '../agent/agent.ts';
import { enableTracing, type TracingOptions } from './enable-tracing.ts';
import { serve } from '../lazy-serve.ts';
import type { Serving } from '../serve.ts';
import type { ServeOptions } from '../serve-options.ts';

const CANARY = 'canary-7c2f';

function agents(): Agent[] {
  return ['desk', 'sky'].map(
    (agentId) => new Agent({ agentId, name: agentId, model: scriptedAgent(() => 'It is sunny.') }),
  );
}

interface Traced {
  readonly serving: Serving;
  /** Closes the server, and returns the spans. */
  readonly spans: () => Promise<readonly ReadableSpan[]>;
}

async function traced(
  options: Partial<ServeOptions> = {},
  tracing: TracingOptions = {},
): Promise<Traced> {
  const exported: ReadableSpan[] = [];
  const exporter = {
    export(given: ReadableSpan[], done: (result: { code: number }) => void) {
      exported.push(...given);
      done({ code: 0 });
    },
  };
  const serving = await serve({ agents: agents(), port: 0, backend: openMemory, ...options });
  onTestFinished(() => serving.close(0));
  await enableTracing(serving, { exporter, env: {}, ...tracing });
  return {
    serving,
    async spans() {
      await serving.close(5000);
      return exported;
    },
  };
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<number> {
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'How is the weather?' }] };
  const { status } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
  });
  return status;
}

const SERVER_KIND = 1;

function requestsIn(spans: readonly ReadableSpan[]): readonly ReadableSpan[] {
  return spans.filter(({ kind }) => kind === SERVER_KIND);
}

function idsOf(span: ReadableSpan | undefined) {
  const { traceId, spanId } = span?.spanContext() ?? {};
  return { traceId, spanId, parentSpanId: span?.parentSpanContext?.spanId };
}

it('has the turn of an agent below the request that asked for it', async () => {
  const { serving, spans } = await traced();
  expect(await ask(`${serving.url}/agents/desk`)).toBe(200);
  const all = await spans();
  const request = idsOf(requestsIn(all)[0]);
  const turn = idsOf(all.find(({ name }) => name === 'invoke_agent desk'));
  expect(requestsIn(all).map(({ name }) => name)).toEqual(['POST /agents/{agent}']);
  expect(request.parentSpanId).toBeUndefined();
  expect(turn).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId });
});

it('is itself below the span of the sender', async () => {
  const { serving, spans } = await traced();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
  await ask(`${serving.url}/agents/desk`, { traceparent });
  const all = await spans();
  const request = idsOf(requestsIn(all)[0]);
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  const turn = idsOf(all.find(({ name }) => name === 'invoke_agent desk'));
  expect(turn).toMatchObject({ traceId, parentSpanId: request.spanId });
});

it('shows every request but those that watch the server, and nothing of paths and names', async () => {
  const failing = () => ({
    mounts: [
      {
        prefix: '/broken',
        open() {
          throw new Error('a defect');
        },
      },
    ],
  });
  const { serving, spans } = await traced({ protocols: ['a2a', failing], onError: () => {} });
  const get = (path: string) => fetch(`${serving.url}${path}`);
  for (const path of ['/health', '/metrics', '/broken', `/nowhere/${CANARY}?key=${CANARY}`]) {
    await (await get(path)).text();
  }
  await (await get(`/agents/${CANARY}/tasks/${CANARY}`)).text();
  await (await get('/agents/sky/.well-known/agent-card.json')).text();
  const requests = requestsIn(await spans());
  expect(requests.map(({ name, attributes }) => [name, attributes])).toEqual([
    [
      'GET',
      { 'http.request.method': 'GET', 'http.response.status_code': 500, 'error.type': '500' },
    ],
    ['GET', { 'http.request.method': 'GET', 'http.response.status_code': 404 }],
    ['GET', { 'http.request.method': 'GET', 'http.response.status_code': 404 }],
    [
      'GET /agents/{agent}',
      {
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'http.route': '/agents/{agent}',
      },
    ],
  ]);
  expect(JSON.stringify(requests)).not.toContain(CANARY);
});

it('is one trace when an agent asks another one', async () => {
  const { serving, spans } = await traced();
  const { createA2AAgent: a2aAgent } = await import('#protocols/a2a');
  const front = new Agent({
    agentId: 'front',
    name: 'front',
    model: a2aAgent(`${serving.url}/agents/sky`),
  });
  const above = await traced({ agents: [front] });
  const client = createClient();
  onTestFinished(() => client.close());
  expect((await client.ask(above.serving.url, 'hello')).text).toBe('It is sunny.');
  const upper = await above.spans();
  const lower = await spans();
  const chat = idsOf(upper.find(({ name }) => name === 'chat'));
  const asked = requestsIn(lower).find((span) => idsOf(span).parentSpanId === chat.spanId);
  expect(asked?.name).toBe('POST /agents/{agent}');
  const turn = idsOf(lower.find(({ name }) => name === 'invoke_agent sky'));
  expect([turn.traceId, turn.parentSpanId]).toEqual([chat.traceId, chat.spanId]);
});

it('waits for nothing: a collector that never answers keeps no request', async () => {
  const never = { export: () => undefined };
  const serving = await serve({ agents: agents(), port: 0, backend: openMemory });
  onTestFinished(() => serving.close(0));
  await enableTracing(serving, { exporter: never, env: {}, onError: () => {} });
  for (let asked = 0; asked < 20; asked += 1) {
    expect(await ask(`${serving.url}/agents/desk`)).toBe(200);
  }
});

it('leaves requests out where Langfuse shows the trace, which begins with what was said', async () => {
  const env = { LANGFUSE_PUBLIC_KEY: 'pk-lf-1', LANGFUSE_SECRET_KEY: 'sk-lf-1' };
  const { serving, spans } = await traced({}, { env });
  await ask(`${serving.url}/agents/desk`);
  const all = await spans();
  expect(requestsIn(all)).toEqual([]);
  expect(idsOf(all.find(({ name }) => name === 'invoke_agent desk')).parentSpanId).toBeUndefined();
});
