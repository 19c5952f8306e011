import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { getWebSocketHandler } from '#protocols/http';
import {
  calls,
  hangs,
  idOf,
  says,
  script,
  serve,
  streamed,
  type Served,
} from '../served.fixture.ts';

interface Client {
  /** Sends a text, and returns what is told until the end of that response. */
  ask(body: JsonObject): Promise<JsonObject[]>;
  /** What is told next. */
  next(): Promise<JsonObject>;
  leave(): void;
  readonly over: Promise<void>;
}

const LAST = ['error', 'response.completed', 'response.failed', 'response.incomplete'];

/** A client of the socket at `/v1/responses`. */
async function connect(served: Served): Promise<Client> {
  const headers = { upgrade: 'websocket', connection: 'Upgrade' };
  const answer = await served.send(new Request('http://localhost/v1/responses', { headers }));
  expect(answer.status).toBe(426);
  const talk = getWebSocketHandler(answer);
  if (!talk) throw new Error('there is no socket');
  const left = new AbortController();
  const toServer = new TransformStream<string, string>();
  const toClient = new TransformStream<string, string>(undefined, undefined, {
    highWaterMark: 1000,
  });
  const [sending, hearing] = [toServer.writable.getWriter(), toClient.readable.getReader()];
  const told = toClient.writable.getWriter();
  const over = talk({
    texts: toServer.readable,
    signal: left.signal,
    send: (text) => told.write(text),
  });
  const next = async (): Promise<JsonObject> =>
    JSON.parse((await hearing.read()).value ?? '') as JsonObject;
  return {
    next,
    async ask(body) {
      void sending.write(JSON.stringify(body));
      const events: JsonObject[] = [];
      for (;;) {
        const event = await next();
        events.push(event);
        if (LAST.includes(event['type'] as string)) return events;
      }
    },
    leave() {
      left.abort();
      void sending.close();
    },
    over,
  };
}

const create = (rest: JsonObject): JsonObject => ({ type: 'response.create', ...rest });
const unstored = (rest: JsonObject): JsonObject => create({ store: false, ...rest });

function responseIn(events: readonly JsonObject[]): JsonObject & { readonly id: string } {
  return events.at(-1)?.['response'] as JsonObject & { readonly id: string };
}

function codeIn(events: readonly JsonObject[]): unknown {
  expect(events).toHaveLength(1);
  const { error } = events[0] as { readonly error: JsonObject };
  return error['code'];
}

describe('a WebSocket at /v1/responses', () => {
  it('tells a response by the events of a stream, without an end mark', async () => {
    const client = await connect(serve(script(streamed('Good ', 'day'), says('bye')).agent));
    const events = await client.ask(create({ input: 'hello' }));
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()]);
    const again = await client.ask(create({ input: 'more' }));
    expect(again[0]).toMatchObject({ type: 'response.created', sequence_number: 0 });
  });

  it('continues what is stored nowhere, as long as it lasts', async () => {
    const { agent, seen } = script(says('OK'), says('cobalt'));
    const served = serve(agent);
    const client = await connect(served);
    const { id } = responseIn(await client.ask(unstored({ input: 'The word is cobalt.' })));
    const previous_response_id = id;
    const events = await client.ask(unstored({ previous_response_id, input: 'Which word?' }));
    expect(responseIn(events)).toMatchObject({ status: 'completed', previous_response_id });
    expect(seen[1]?.messages.map(({ content }) => content)).toEqual([
      'The word is cobalt.',
      'OK',
      'Which word?',
    ]);
    expect((await served.ask('GET', `/v1/responses/${previous_response_id}`)).status).toBe(404);
    const other = await connect(served);
    const refused = await other.ask(unstored({ previous_response_id, input: 'Which word?' }));
    expect(codeIn(refused)).toBe('previous_response_not_found');
    expect(refused[0]).toMatchObject({ type: 'error', status: 400 });
  });

  it('takes the results of calls that it asked for, and answers', async () => {
    const { agent, seen } = script(calls(['c1', 'mine']), says('done'));
    const client = await connect(serve(agent));
    const tools = [{ type: 'function', name: 'mine' }];
    const { id } = responseIn(await client.ask(unstored({ input: 'go', tools })));
    const output = { type: 'function_call_output', call_id: 'c1', output: 'it worked' };
    const rest = { previous_response_id: id, input: [output], tools };
    expect(responseIn(await client.ask(unstored(rest)))).toMatchObject({ status: 'completed' });
    expect(seen[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'it worked' });
  });

  it('forgets what a failed response has continued', async () => {
    const client = await connect(serve(script(says('OK')).agent));
    const { id } = responseIn(await client.ask(unstored({ input: 'hello' })));
    const previous_response_id = id;
    const output = { type: 'function_call_output', call_id: 'c9', output: '' };
    const failed = await client.ask(unstored({ previous_response_id, input: [output] }));
    expect(codeIn(failed)).toBe('unknown_call_id');
    const retried = await client.ask(unstored({ previous_response_id, input: 'again' }));
    expect(codeIn(retried)).toBe('previous_response_not_found');
  });

  it('continues stored responses of whatever transport', async () => {
    const { agent, seen } = script(says('first'), says('second'), says('third'));
    const served = serve(agent);
    const client = await connect(served);
    const first = responseIn(await client.ask(create({ input: 'one' })));
    const more = { previous_response_id: first.id, input: 'two' };
    const second = idOf(await served.post(more));
    const last = { previous_response_id: second, input: 'three' };
    await client.ask(create(last));
    expect(seen[2]?.messages).toHaveLength(5);
  });

  it.each<[string, JsonObject, string]>([
    ['no event', { input: 'x' }, 'invalid_value'],
    ['another event', { type: 'response.cancel' }, 'invalid_value'],
    ['no input', { type: 'response.create' }, 'missing_required_parameter'],
    [
      'background',
      { type: 'response.create', input: 'x', background: true },
      'unsupported_parameter',
    ],
  ])('refuses %s, and goes on', async (_name, body, code) => {
    const client = await connect(serve(script(says('still here')).agent));
    expect(codeIn(await client.ask(body))).toBe(code);
    const events = await client.ask(create({ input: 'hello', stream: true }));
    expect(responseIn(events)).toMatchObject({ status: 'completed' });
  });

  it('ends a response whose caller is gone', async () => {
    const served = serve(script(hangs('Let me')).agent);
    const client = await connect(served);
    void client.ask(create({ input: 'hello' })).catch(() => undefined);
    await expect
      .poll(async () => (await served.runner.list({ principal: '', pageSize: 1 })).tasks[0]?.state)
      .toBe('working');
    client.leave();
    await client.over;
    const { tasks } = await served.runner.list({ principal: '', pageSize: 1 });
    expect(tasks.map(({ state }) => state)).toEqual(['canceled']);
  });

  it('lasts as long as it may', async () => {
    const client = await connect(serve(script().agent, { socketMs: 1 }));
    const { error } = await client.next();
    expect(error).toMatchObject({ code: 'websocket_connection_limit_reached' });
    await client.over;
  });
});
