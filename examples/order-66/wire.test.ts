import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OtlpRequest } from './telemetry/otlp.ts';
import { createSchemaCheck } from './messages/schema-check.ts';
import { openStage, type Stage } from './stage.fixture.ts';

const SECRET = 'sk-lf-very-secret';
const traces: string[] = [];
let langfuse: ListeningServer;
let stage: Stage;

beforeAll(async () => {
  langfuse = await listen(
    async (request) => {
      const { resourceSpans } = (await request.json()) as OtlpRequest;
      const spans = resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
      traces.push(spans.map(({ name }) => name).join(' > '));
      return Response.json({});
    },
    { port: 0 },
  );
  stage = await openStage({
    env: {
      LANGFUSE_PUBLIC_KEY: 'pk-lf-1',
      LANGFUSE_SECRET_KEY: SECRET,
      LANGFUSE_HOST: langfuse.url,
    },
  });
});
afterAll(async () => {
  await stage.close();
  await langfuse.close(0);
});

const params = {
  taskId: 'test-1',
  messageId: 'm-test',
  replyTo: 'http://127.0.0.1:9/a2a/message/send',
  content: 'Test message',
};

it('answers the lines of the document, and logs what it says is logged', async () => {
  const begun = await stage.startTask({ taskId: 'demo-1', turns: 3 });
  expect(begun.status).toBe(200);
  expect(await begun.json()).toEqual({
    success: true,
    taskId: 'demo-1',
    workflowId: 'initiator-demo-1',
    message: 'Task demo-1 has begun: 3 messages',
  });
  await stage.ended('demo-1');

  const status = await stage.get('driver', '/status/demo-1');
  expect(await status.json()).toEqual({
    taskId: 'demo-1',
    workflowId: 'initiator-demo-1',
    status: 'COMPLETED',
    runId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  });

  const { lines } = stage.services;
  const events = new Set(lines.map(({ event }) => event));
  expect([...events]).toEqual(
    expect.arrayContaining([
      'inbound_received',
      'inbound_persisted',
      'inbound_replay_continue',
      'crash_triggered',
      'worker_crash',
      'process_message_start',
      'process_message_complete',
      'send_a2a_start',
      'send_a2a_complete',
      'reply_sent',
      'message_processed',
      'worker_restarted',
      'workflow_replayed',
    ]),
  );
  for (const line of lines) {
    expect(line).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      level: expect.stringMatching(/^(info|warn|error)$/) as string,
      service: expect.stringMatching(/^(agent-a|agent-b|driver)$/) as string,
    });
  }
  const ofMessages = lines.filter(({ event }) =>
    /^(inbound|crash|process|send|reply)_/.test(event),
  );
  expect(ofMessages.filter(({ taskId, messageId }) => !taskId || !messageId)).toEqual([]);
  expect(JSON.stringify(lines)).not.toContain(SECRET);

  expect([...new Set(traces)].toSorted()).toEqual([
    'a2a-message-send > http-post',
    'a2a-reply-received',
    'clone-commander-response > lmstudio-response',
  ]);
});

it('begins a conversation once, and only as it was begun', async () => {
  const again = await stage.startTask({ taskId: 'demo-1', turns: 3 });
  expect(await again.json()).toMatchObject({ success: true, workflowId: 'initiator-demo-1' });
  const other = await stage.startTask({ taskId: 'demo-1', turns: 4 });
  expect(other.status).toBe(409);
  expect((await stage.get('driver', '/status/nobody')).status).toBe(404);
});

it.each([
  [{}, /taskId is required/],
  [{ taskId: '' }, /taskId is required/],
  [{ taskId: 'x', turns: 0 }, /from 1 to 20/],
  [{ taskId: 'x', turns: 21 }, /from 1 to 20/],
  [{ taskId: 'x', turns: '3' }, /from 1 to 20/],
])('refuses to begin %j', async (body, error) => {
  const answer = await stage.startTask(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    success: false,
    error: expect.stringMatching(error) as string,
  });
});

it.each(['agentA', 'agentB'] as const)('%s takes messages as JSON-RPC says', async (agent) => {
  const taken = await stage.send(agent, params);
  expect(taken.status).toBe(200);
  expect(await taken.json()).toEqual({
    jsonrpc: '2.0',
    result: { status: 'received' },
    id: 'req-test',
  });

  for (const [sent, code, status] of [
    [stage.send(agent, { ...params, extra: 'x' }), -32_602, 400],
    [stage.send(agent, { ...params, content: '' }), -32_602, 400],
    [stage.send(agent, { ...params, content: 'another text' }), -32_602, 400],
    [stage.send(agent, params, { method: 'message/stream' }), -32_601, 400],
    [stage.send(agent, params, { jsonrpc: '1.0' }), -32_600, 400],
  ] as const) {
    const refused = await sent;
    expect(await refused.json()).toEqual({
      jsonrpc: '2.0',
      error: { code, message: expect.any(String) as string },
      id: 'req-test',
    });
    expect(refused.status).toBe(status);
  }

  const url = `http://127.0.0.1:${stage.ports[agent]}/a2a/message/send`;
  const broken = await fetch(url, { method: 'POST', body: '{"jsonrpc":' });
  expect(await broken.json()).toMatchObject({ error: { code: -32_700 }, id: null });
  const large = await fetch(url, { method: 'POST', body: 'x'.repeat(5_000_000) });
  expect([large.status, await large.json()]).toMatchObject([413, { error: { code: -32_600 } }]);
  expect((await fetch(url)).status).toBe(405);
});

it.each(['agentA', 'agentB'] as const)('%s has a card as its schema wants', async (agent) => {
  const card: unknown = await (await stage.get(agent, '/a2a/.well-known/agent-card')).json();
  expect(createSchemaCheck('agent-card')(card)).toEqual([]);
  expect(card).toMatchObject({ url: `http://127.0.0.1:${stage.ports[agent]}/a2a/message/send` });
});

it.each(['agentA', 'agentB', 'driver'] as const)('%s says that it is up', async (service) => {
  expect(await (await stage.get(service, '/health')).json()).toMatchObject({ status: 'ok' });
  const foreign = { headers: { origin: 'https://elsewhere.example' } };
  const url = `http://127.0.0.1:${stage.ports[service]}/health`;
  expect((await fetch(url, foreign)).status).toBe(403);
});
