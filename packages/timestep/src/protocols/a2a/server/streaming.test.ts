import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import type { AgentFn } from '#engine/port';
import {
  gated,
  message,
  message03,
  ORIGIN,
  readUntil,
  serve,
  sseIn,
  weather,
  type Served,
} from '../served.fixture.ts';

const talker: AgentFn = (_messages, { emit }) => {
  for (const text of ['it ', 'is ', 'sunny']) emit({ type: 'text', text });
  return { role: 'assistant', content: 'it is sunny' };
};

it('streams a task in 1.0: the task, then text as it grows, then its end', async () => {
  const events = await serve({ agentFn: talker }).stream(
    'SendStreamingMessage',
    message('weather?'),
    '1.0',
  );
  expect(events).toMatchObject([
    { task: { status: { state: 'TASK_STATE_SUBMITTED' }, history: [{ messageId: 'm1' }] } },
    { statusUpdate: { status: { state: 'TASK_STATE_WORKING' } } },
    chunk('it ', { append: false, lastChunk: false }),
    chunk('is ', { append: true, lastChunk: false }),
    chunk('sunny', { append: true, lastChunk: false }),
    chunk('', { append: true, lastChunk: true }),
    { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } },
  ]);
  // A client that joins artifacts and statuses shows the answer once.
  expect(events.at(-1)).not.toHaveProperty('statusUpdate.status.message');
});

it('streams a task in 0.3, up to the final event', async () => {
  const events = await serve({ agentFn: talker }).stream('message/stream', message03('weather?'));
  const kinds = events.map(({ kind, final }) => [kind, final]);
  expect(kinds).toEqual([
    ['task', undefined],
    ['status-update', false],
    ['artifact-update', undefined],
    ['artifact-update', undefined],
    ['artifact-update', undefined],
    ['artifact-update', undefined],
    ['status-update', true],
  ]);
});

it.each([
  ['SendStreamingMessage', message, '1.0', { status: { state: 'TASK_STATE_INPUT_REQUIRED' } }],
  ['message/stream', message03, '0.3', { status: { state: 'input-required' }, final: true }],
])('ends a %s stream where a client is to act', async (method, say, version, waiting) => {
  const { stream } = serve({ agentFn: weather });
  const events = await stream(method, say('weather?'), version);
  const last = events.at(-1) as { statusUpdate?: JsonObject };
  const update = last.statusUpdate ?? (last as JsonObject);
  expect(update).toMatchObject(waiting);

  // Words instead of results decline the calls, so that clients that cannot run tools get on.
  const { taskId } = update as { taskId: string };
  const told = await stream(method, say('do without', 'm2', { taskId }), version);
  expect(JSON.stringify(told)).toContain('not_executed');
  expect(JSON.stringify(told.at(-1))).toMatch(/completed/i);
});

it('gives events the generation as their id', async () => {
  const { fetch } = serve({ agentFn: talker });
  const response = await opened(fetch, 'SendStreamingMessage', message('weather?'));
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events = sseIn(await response.text());
  expect(events.map(({ id }) => id)).toEqual(['2', '4', '4', '4', '4', '5', '6']);
  for (const { id, data } of events) {
    const { result } = data as { result: Record<string, { metadata: JsonObject }> };
    expect(Object.values(result)[0]?.metadata).toEqual({ generation: Number(id) });
  }
});

it('lets others watch: the task first, whatever has been said since, then its end', async () => {
  const gate = gated();
  const emitting: AgentFn = (messages, context) => {
    context.emit({ type: 'text', text: 'it is' });
    return gate.agentFn(messages, context);
  };
  const { rpc, fetch } = serve({ agentFn: emitting });
  const params = { ...message('weather?'), configuration: { returnImmediately: true } };
  const { result } = await rpc('SendMessage', params, '1.0');
  const { id } = (result as { task: { id: string } }).task;
  await gate.asked;
  const watching = await readUntil(await opened(fetch, 'SubscribeToTask', { id }), 'it is');
  const watching03 = await opened(fetch, 'tasks/resubscribe', { id }, '0.3');
  gate.release('it is sunny');
  const events = resultsIn(await watching.rest());
  expect(events.slice(0, 3)).toMatchObject([
    { task: { id, status: { state: 'TASK_STATE_WORKING' } } },
    chunk('it is', { append: false }),
    chunk(' sunny', { append: true }),
  ]);
  expect(events.at(-1)).toMatchObject({
    statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } },
  });
  const events03 = resultsIn(await watching03.text());
  expect(events03.at(-1)).toMatchObject({ kind: 'status-update', final: true });
});

it('keeps a watcher of a waiting task until the task goes on and ends', async () => {
  const { rpc, fetch } = serve({ agentFn: weather });
  const { result } = await rpc('SendMessage', message('weather?'), '1.0');
  const { id: taskId } = (result as { task: { id: string } }).task;
  const watching = await opened(fetch, 'SubscribeToTask', { id: taskId });
  const parts = [{ data: { tool_results: [{ call_id: 'call_abc123', output: 'sunny' }] } }];
  await rpc('SendMessage', message('', 'm2', { taskId, parts }), '1.0');
  const states = resultsIn(await watching.text()).map((event) => {
    const { task, statusUpdate } = event as Record<string, { status: { state: string } }>;
    return (task ?? statusUpdate)?.status.state;
  });
  expect(states.filter(Boolean)).toEqual([
    'TASK_STATE_INPUT_REQUIRED',
    'TASK_STATE_WORKING',
    'TASK_STATE_COMPLETED',
  ]);
});

it('has nothing to show of an ended task but to the one who sends its message again', async () => {
  const { rpc, stream } = serve();
  const { result } = await rpc('SendMessage', message('hi'), '1.0');
  const { id } = (result as { task: { id: string } }).task;
  expect(await rpc('SubscribeToTask', { id }, '1.0')).toMatchObject({ error: { code: -32004 } });
  expect(await stream('SendStreamingMessage', message('hi'), '1.0')).toMatchObject([
    { task: { id, status: { state: 'TASK_STATE_COMPLETED' } } },
    { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } },
  ]);
});

it('tells 0.3 clients in the stream why there is none', async () => {
  const { fetch } = serve();
  const response = await opened(fetch, 'tasks/resubscribe', { id: 'nowhere' }, '0.3');
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(sseIn(await response.text())).toMatchObject([{ data: { error: { code: -32001 } } }]);
});

it('goes on without a reader who leaves', async () => {
  const gate = gated();
  const { fetch, rpc } = serve({ agentFn: gate.agentFn });
  const response = await opened(fetch, 'SendStreamingMessage', message('weather?'));
  const reading = await readUntil(response, 'TASK_STATE_WORKING');
  await reading.leave();
  gate.release('it is sunny');
  await expect
    .poll(() => rpc('ListTasks', {}, '1.0'))
    .toMatchObject({ result: { tasks: [{ status: { state: 'TASK_STATE_COMPLETED' } }] } });
});

it('keeps a quiet stream alive', async () => {
  const gate = gated();
  const { fetch } = serve({ agentFn: gate.agentFn, heartbeatMs: 5 });
  const response = await opened(fetch, 'SendStreamingMessage', message('weather?'));
  const reading = await readUntil(response, ': keep-alive');
  gate.release('done');
  expect(await reading.rest()).toContain('TASK_STATE_COMPLETED');
});

it('tells a reader when a stream breaks, and not why', async () => {
  const seen: unknown[] = [];
  const { fetch, runner } = serve({ onError: (thrown) => seen.push(thrown) });
  const defect = new Error('secret of the house');
  Object.assign(runner, {
    async *subscribe() {
      await Promise.reject(defect);
      yield undefined;
    },
  });
  const response = await opened(fetch, 'SendStreamingMessage', message('hi'));
  const events = sseIn(await response.text());
  expect(events.at(-1)).toMatchObject({ data: { id: 'r1', error: { code: -32603 } } });
  expect(JSON.stringify(events)).not.toContain('secret');
  expect(seen).toEqual([defect]);
});

/** A chunk of the answer, as far as it is told here. */
function chunk(text: string, place: JsonObject): JsonObject {
  return { artifactUpdate: { artifact: { artifactId: 'answer-1', parts: [{ text }] }, ...place } };
}

function resultsIn(text: string): JsonObject[] {
  return sseIn(text).map(({ data }) => (data as { result: JsonObject }).result);
}

function opened(
  fetch: Served['fetch'],
  method: string,
  params: JsonObject,
  version = '1.0',
): Promise<Response> {
  return fetch(`${ORIGIN}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': version },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'r1', method, params }),
  });
}
