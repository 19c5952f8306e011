import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import type { AgentFn } from '#engine/port';
import {
  gated,
  message,
  message03,
  ORIGIN,
  readUntil,
  serve,
  sseIn,
  type Served,
} from '../served.fixture.ts';

/** Says something and asks for a call, then tells its result. */
const talking: AgentFn = (messages) => {
  const result = messages.findLast(({ role }) => role === 'tool');
  if (result?.role === 'tool') return { role: 'assistant', content: result.content };
  const call = { name: 'get_weather', arguments: '{}' };
  const tool_calls = [{ id: 'call_1', type: 'function' as const, function: call }];
  return { role: 'assistant', content: 'let me see', tool_calls };
};

type Way = 'JSON-RPC 1.0' | 'JSON-RPC 0.3' | 'REST 1.0' | 'REST 0.3';
const WAYS: readonly Way[] = ['JSON-RPC 1.0', 'JSON-RPC 0.3', 'REST 1.0', 'REST 0.3'];

interface Told {
  readonly id: string | undefined;
  /** The state or the chunk that the event tells. */
  readonly what: string;
  readonly final: JsonValue | undefined;
}

const TASK = 'a task ';
const done = { parts: [{ data: { tool_results: [{ call_id: 'call_1', output: 'sunny' }] } }] };

describe.each(WAYS)('%s', (way) => {
  it('tells a watcher the task as it is, then all it has missed, once', async () => {
    const { served, id } = await completed();
    const { events } = await watched(served, way, id, '4');
    expect(events.map((event) => event.what)).toEqual([
      `${TASK}completed`,
      'answer-1',
      'answer-1',
      'input-required',
      'working',
      'answer-2',
      'answer-2',
      'completed',
    ]);
    // Two events tell of generation 5: only the second completes it.
    expect(events.map((event) => event.id)).toEqual(['4', '4', '4', '5', '6', '7', '8', '9']);
    const finals = events.map((event) => event.final).filter((final) => final !== undefined);
    expect(finals).toEqual(way.endsWith('0.3') ? [false, false, true] : []);
  });

  it.each(['0', '5', '8'])('goes on after generation %s where a stream broke', async (seen) => {
    const { served, id } = await completed();
    const all = (await watched(served, way, id, '0')).events;
    const { events } = await watched(served, way, id, seen);
    expect(events.slice(1)).toEqual(
      all.slice(1).filter((event) => Number(event.id) > Number(seen)),
    );
    expect(events.at(-1)).toMatchObject({ id: '9', what: 'completed' });
  });

  it('has nothing more to send of an ended task that was sent in full', async () => {
    const { served, id } = await completed();
    for (const seen of ['9', '10', '999', undefined]) {
      expect((await watched(served, way, id, seen)).text).toMatch(/-32004|UNSUPPORTED_OPERATION/);
    }
  });

  it.each(['x', '-1', '1.5', '1e3', '99999999999999999999'])('refuses %s', async (seen) => {
    const { served, id } = await completed();
    const { text } = await watched(served, way, id, seen);
    expect(text).toMatch(/-32602|INVALID_PARAMS/);
    expect(text).toContain('Last-Event-ID');
  });

  it('takes up the stream of a message that is sent again', async () => {
    const { served } = await completed();
    const again = await sentAgain(served, way, '7');
    expect(again.map((event) => event.what)).toEqual([
      `${TASK}completed`,
      'answer-2',
      'answer-2',
      'completed',
    ]);
    const all = await sentAgain(served, way, '999');
    expect(all.map((event) => event.what)).toEqual([`${TASK}completed`, 'completed']);
  });
});

it('refuses a bad id before it takes a message', async () => {
  const { fetch, runner } = serve();
  const body = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: message('hi') };
  const response = await post({ fetch }, '/', body, '1.0', 'x');
  expect(await response.json()).toMatchObject({ error: { code: -32602 } });
  expect((await runner.list({ principal: '', pageSize: 1 })).total).toBe(0);
});

it('goes on live after what was missed, and ends where the task waits', async () => {
  const gate = gated();
  const served = serve({ agentFn: gate.agentFn });
  const params = { ...message('weather?'), configuration: { returnImmediately: true } };
  const { result } = await served.rpc('SendMessage', params, '1.0');
  const { id } = (result as { task: { id: string } }).task;
  await gate.asked;
  const body = { jsonrpc: '2.0', id: 1, method: 'SubscribeToTask', params: { id } };
  const watching = await readUntil(await post(served, '/', body, '1.0', '2'), 'WORKING');
  gate.release('it is sunny');
  const events = sseIn(await watching.rest()).map(({ id: eventId, data }) => told(eventId, data));
  expect(events.map((event) => event.what)).toEqual([
    `${TASK}working`,
    'working',
    'answer-1',
    'answer-1',
    'completed',
  ]);
});

it('ends where the task waits for a client, for a message sent again', async () => {
  const served = serve({ agentFn: talking });
  await served.stream('SendStreamingMessage', message('weather?'), '1.0');
  const again = await sentAgain(served, 'JSON-RPC 1.0', '4');
  expect(again.map((event) => event.what)).toEqual([
    `${TASK}input-required`,
    'answer-1',
    'answer-1',
    'input-required',
  ]);
});

async function completed(): Promise<{ served: Served; id: string }> {
  const served = serve({ agentFn: talking });
  const asked = await served.rpc('SendMessage', message('weather?'), '1.0');
  const { id } = (asked['result'] as { task: { id: string } }).task;
  await served.rpc('SendMessage', message('', 'm2', { taskId: id, ...done }), '1.0');
  return { served, id };
}

async function watched(served: Served, way: Way, id: string, seen: string | undefined) {
  const version = way.endsWith('0.3') ? '0.3' : '1.0';
  const method = version === '0.3' ? 'tasks/resubscribe' : 'SubscribeToTask';
  const base = version === '0.3' ? '/v1' : '';
  const response = way.startsWith('REST')
    ? await post(served, `${base}/tasks/${id}:subscribe`, undefined, version, seen)
    : await post(served, '/', { jsonrpc: '2.0', id: 1, method, params: { id } }, version, seen);
  const text = await response.text();
  return { text, events: sseIn(text).map((event) => told(event.id, event.data)) };
}

async function sentAgain(served: Served, way: Way, seen: string): Promise<Told[]> {
  const version = way.endsWith('0.3') ? '0.3' : '1.0';
  const method = version === '0.3' ? 'message/stream' : 'SendStreamingMessage';
  const rest03 = {
    message: { messageId: 'm1', role: 'ROLE_USER', content: [{ text: 'weather?' }] },
  };
  const params = version === '0.3' ? message03('weather?') : message('weather?');
  const body = { jsonrpc: '2.0', id: 1, method, params };
  const response = way.startsWith('REST')
    ? version === '0.3'
      ? await post(served, '/v1/message:stream', rest03, version, seen)
      : await post(served, '/message:stream', params, version, seen)
    : await post(served, '/', body, version, seen);
  return sseIn(await response.text()).map((event) => told(event.id, event.data));
}

function post(
  { fetch }: Pick<Served, 'fetch'>,
  path: string,
  body: unknown,
  version: string,
  seen: string | undefined,
): Promise<Response> {
  return fetch(ORIGIN + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'a2a-version': version,
      ...(seen !== undefined && { 'last-event-id': seen }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** What an event says, whatever its form. */
function told(id: string | undefined, data: JsonValue): Told {
  const { result = data } = data as JsonObject;
  const event = result as Record<string, JsonObject | undefined>;
  const update = event['statusUpdate'] ?? event['artifactUpdate'] ?? event['task'] ?? event;
  const { status, artifact, final } = update as {
    status?: { state: string };
    artifact?: { artifactId: string };
    final?: boolean;
  };
  const state = status?.state.replace('TASK_STATE_', '').toLowerCase().replace('_', '-');
  const isTask = 'history' in update;
  return { id, what: artifact?.artifactId ?? (isTask ? TASK : '') + state, final };
}
