import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import {
  calls,
  hangs,
  idOf,
  says,
  script,
  serve,
  streamed,
  type Reply,
  type Served,
} from '../served.fixture.ts';
import { readStream, streamProblems, type WireEvent } from '../wire-check.fixture.ts';

const BACKGROUND = { input: 'Weather?', background: true };

/** A reply that comes when it is told to. */
function gate(text: string): { readonly reply: Reply; readonly open: () => void } {
  const gone = Promise.withResolvers<void>();
  const reply: Reply = async ({ context }) => {
    context.emit({ type: 'text', text: text.slice(0, 3) });
    await gone.promise;
    return says(text);
  };
  return { reply, open: gone.resolve };
}

function polled(served: Served, id: string): Promise<JsonObject> {
  return expect
    .poll(async () => (await served.ask('GET', `/v1/responses/${id}`)).body)
    .not.toMatchObject({ status: 'in_progress' })
    .then(async () => (await served.ask('GET', `/v1/responses/${id}`)).body);
}

async function replayed(served: Served, id: string, query = ''): Promise<WireEvent[]> {
  const url = `http://localhost/v1/responses/${id}?stream=true${query}`;
  return readStream(await (await served.send(new Request(url))).text());
}

describe('a background response', () => {
  it('is answered at once and retrieved until it is done', async () => {
    const { reply, open } = gate('Sunny.');
    const served = serve(script(reply).agent);
    const begun = await served.post(BACKGROUND);
    expect(begun).toMatchObject({
      status: 200,
      body: { status: 'in_progress', background: true, output: [] },
    });
    const path = `/v1/responses/${idOf(begun)}`;
    expect((await served.ask('GET', path)).body).toEqual(begun.body);
    open();
    expect(await polled(served, idOf(begun))).toMatchObject({
      status: 'completed',
      background: true,
      output: [{ content: [{ text: 'Sunny.' }] }],
      usage: { total_tokens: 14 },
    });
  });

  it('cannot be continued before it is done', async () => {
    const { reply, open } = gate('Sunny.');
    const served = serve(script(reply, says('Still.')).agent);
    const previous_response_id = idOf(await served.post(BACKGROUND));
    expect(await served.post({ input: 'And now?', previous_response_id })).toMatchObject({
      status: 409,
    });
    open();
    await polled(served, previous_response_id);
    expect(await served.post({ input: 'And now?', previous_response_id })).toMatchObject({
      body: { status: 'completed' },
    });
  });

  it('goes on when the caller has gone', async () => {
    const { reply, open } = gate('Sunny.');
    const served = serve(script(reply).agent);
    const leaving = new AbortController();
    const body = JSON.stringify({ ...BACKGROUND, stream: true });
    const response = await served.send(
      new Request('http://localhost/v1/responses', {
        method: 'POST',
        body,
        signal: leaving.signal,
      }),
    );
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    const { response: begun } = JSON.parse(first.slice(first.indexOf('{'))) as {
      response: { id: string };
    };
    await reader.cancel();
    leaving.abort();
    open();
    expect(await polled(served, begun.id)).toMatchObject({ status: 'completed' });
  });

  it.each([
    ['cancelled', ['POST', '/cancel'], { status: 'cancelled' }, 200, ['canceled']],
    ['deleted', ['DELETE', ''], { deleted: true }, 404, []],
  ] as const)('ends when it is %s', async (_how, [method, place], answer, later, left) => {
    const served = serve(script(hangs('Let me see')).agent);
    const id = idOf(await served.post(BACKGROUND));
    const reading = replayed(served, id);
    const path = `/v1/responses/${id}`;
    expect((await served.ask(method, path + place)).body).toMatchObject({ id, ...answer });
    expect((await served.ask('GET', path)).status).toBe(later);
    const events = await reading;
    expect(streamProblems(events)).toEqual([]);
    expect(events.at(-1)?.body).toMatchObject({ response: { status: 'cancelled' } });
    const { tasks } = await served.runner.list({ principal: '', pageSize: 1 });
    expect(tasks.map(({ state }) => state)).toEqual(left);
  });
});

describe('the stream of a background response', () => {
  const replies = (): Reply[] => [
    calls(['c1', 'look', '{"at":"sky"}'], ['c2', 'look']),
    streamed('It ', 'is ', 'sunny.'),
  ];
  const tools = { look: () => 'blue' };

  it('is the same for every reader, and goes on after any number', async () => {
    const served = serve(script(...replies()).agent, { tools });
    const told = await served.stream(BACKGROUND);
    expect(streamProblems(told)).toEqual([]);
    const id = idOf({ status: 200, body: told[0]?.body['response'] as JsonObject });
    expect(await replayed(served, id)).toEqual(told);
    for (const [after] of told.entries()) {
      expect(await replayed(served, id, `&starting_after=${after}`)).toEqual(told.slice(after + 1));
    }
    expect(await replayed(served, id, '&starting_after=1000')).toEqual([]);
    const { body } = await served.ask('GET', `/v1/responses/${id}`);
    expect(told.at(-1)?.body['response']).toEqual(body);
    const deltas = told.filter(({ event }) => event === 'response.output_text.delta');
    expect(deltas).toMatchObject([{ body: { delta: 'It is sunny.' } }]);
  });

  it('is joined while it runs, and followed to its end', async () => {
    const { reply, open } = gate('It is sunny.');
    const [asking = says('')] = replies();
    const served = serve(script(asking, reply).agent, { tools });
    const id = idOf(await served.post(BACKGROUND));
    const reading = replayed(served, id, '&starting_after=2');
    open();
    const rest = await reading;
    expect(rest[0]?.body).toMatchObject({ sequence_number: 3 });
    expect([...(await replayed(served, id)).slice(0, 3), ...rest]).toEqual(
      await replayed(served, id),
    );
  });

  it('ends as the response did', async () => {
    const broken = serve(
      script(() => {
        throw new Error('out of order');
      }).agent,
    );
    const events = await broken.stream(BACKGROUND);
    expect(events.at(-1)?.body).toMatchObject({
      type: 'response.failed',
      response: { error: { message: 'out of order' } },
    });
  });

  it.each(['x', '-1', '1.5', ''])('refuses to start after %s', async (after) => {
    const served = serve(script(says('Sunny.')).agent);
    const id = idOf(await served.post(BACKGROUND));
    const path = `/v1/responses/${id}?stream=true&starting_after=${after}`;
    expect(await served.ask('GET', path)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_value', param: 'starting_after' } },
    });
  });

  it('belongs to its principal', async () => {
    const served = serve(script(says('Sunny.')).agent);
    const id = idOf(await served.post(BACKGROUND, 'ann'));
    const path = `/v1/responses/${id}?stream=true`;
    expect((await served.ask('GET', path, 'bob')).status).toBe(404);
  });
});
