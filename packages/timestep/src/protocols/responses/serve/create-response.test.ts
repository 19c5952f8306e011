import { createJsonReader } from '#protocols/http';
import { describe, expect, it } from 'vitest';
import type { JsonObject, Task } from '#core';
import type { ResponseStore, Runner } from '#engine/port';
import { createMemoryResponseStore } from '#engine/store';
import {
  calls,
  hangs,
  outputOf,
  says,
  script,
  serve,
  streamed,
  type Reply,
} from '../served.fixture.ts';
import { problemsOf, readStream, streamProblems, type WireEvent } from '../wire-check.fixture.ts';

const WEATHER = { type: 'function', name: 'get_weather', parameters: { type: 'object' } } as const;
const TOOLS = { get_weather: () => 'sunny', broken: () => Promise.reject(new Error('no line')) };

function typesOf(events: readonly WireEvent[]): string[] {
  return events.map(({ body }) => (body['type'] as string).replace('response.', ''));
}

function lastResponse(events: readonly WireEvent[]): JsonObject {
  return events.at(-1)?.body['response'] as JsonObject;
}

function deltasOf(events: readonly WireEvent[]): unknown[] {
  return events.flatMap(({ body }) => (body['delta'] === undefined ? [] : [body['delta']]));
}

/** The tasks there are, each once it has ended. */
async function* endsOf(runner: Runner): AsyncGenerator<Task> {
  const { tasks } = await runner.list({ principal: '', pageSize: 10 });
  for (const task of tasks) yield runner.waitUntilSettled(task.id, new AbortController().signal);
}

describe('POST /v1/responses', () => {
  it('answers with a whole response', async () => {
    const { agent, seen } = script(says('Hello'));
    const served = serve(agent, { systemPrompt: 'You are kind.' });
    const { status, body } = await served.post({ input: 'Hi', metadata: { k: 'v' } });
    expect(status).toBe(200);
    expect(problemsOf(body)).toEqual([]);
    expect(body).toMatchObject({
      status: 'completed',
      model: 'assistant',
      created_at: 1_790_000_000,
      completed_at: 1_790_000_000,
      metadata: { k: 'v' },
      output: [{ role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] }],
      usage: { input_tokens: 10, output_tokens: 4, total_tokens: 14 },
    });
    expect(seen[0]?.messages).toEqual([
      { role: 'system', content: 'You are kind.' },
      { role: 'user', content: 'Hi' },
    ]);
  });

  it('streams the same, event by event', async () => {
    const served = serve(script(streamed('Hel', 'lo')).agent);
    const events = await served.stream({ input: 'Hi' });
    expect(streamProblems(events)).toEqual([]);
    expect(typesOf(events)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ]);
    const response = lastResponse(events);
    const kept = await served.ask('GET', `/v1/responses/${response['id'] as string}`);
    expect(kept.body).toEqual(response);
  });

  it('sends each event in one chunk, whatever Accept says', async () => {
    const served = serve(script(streamed('a', 'b')).agent);
    const response = await served.send(
      new Request('http://localhost/v1/responses', {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: JSON.stringify({ input: 'x', stream: true }),
      }),
    );
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const chunks: string[] = [];
    const stream = response.body as ReadableStream<Uint8Array>;
    for await (const chunk of stream) chunks.push(Buffer.from(chunk).toString());
    expect(chunks).toHaveLength(11);
    for (const chunk of chunks) {
      expect(chunk).toMatch(/^(event: (\S+)\ndata: \{"type":"\2".*\}|data: \[DONE\])\n\n$/);
    }
  });

  it('gives a reader that lags the whole text', async () => {
    const pieces = Array.from({ length: 10_000 }, (_, index) => `${index} `);
    const { agent } = script(async ({ context }) => {
      for (const [index, text] of pieces.entries()) {
        context.emit({ type: 'text', text });
        if (index % 100 === 0) await new Promise(setImmediate);
      }
      return says(pieces.join(''));
    });
    const served = serve(agent);
    const body = JSON.stringify({ input: 'x', stream: true });
    const response = await served.send(
      new Request('http://localhost/v1/responses', { method: 'POST', body }),
    );
    for await (const task of endsOf(served.runner)) expect(task.state).toBe('completed');
    const events = readStream(await response.text());
    expect(streamProblems(events)).toHaveLength(0);
    expect(deltasOf(events).join('') === pieces.join('')).toBe(true);
    expect(deltasOf(events).length).toBeLessThan(pieces.length);
  });

  it('takes ids, a body limit and a heartbeat from its options', async () => {
    const ids = ['a-b', 'c-d'];
    const newId = () => ids.shift() ?? '';
    const { agent } = script(says('a'), hangs());
    const served = serve(agent, {
      newId,
      readJson: createJsonReader({ bodyLimit: 100 }),
      heartbeatMs: 1,
    });
    expect((await served.post({ input: 'x' })).body).toMatchObject({ id: 'resp_ab' });
    expect((await served.post({ input: 'x'.repeat(100) })).status).toBe(413);
    const body = JSON.stringify({ input: 'y', stream: true });
    const response = await served.send(
      new Request('http://localhost/v1/responses', { method: 'POST', body }),
    );
    let text = '';
    const stream = response.body as ReadableStream<Uint8Array>;
    for await (const chunk of stream) {
      text += Buffer.from(chunk).toString();
      if (text.includes(': keep-alive')) break;
    }
    expect(text).toMatch(/resp_cd[\s\S]*: keep-alive\n\n$/);
  });

  it('puts instructions before the conversation and hands settings to the agent', async () => {
    const { agent, seen } = script(says('ok'));
    const input = [
      { role: 'developer', content: 'in French' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Bonjour', phase: 'final_answer' },
      { role: 'user', content: 'Again' },
    ];
    await serve(agent).post({ input, instructions: 'be brief', temperature: 0, user: 'u1' });
    expect(seen[0]?.messages).toEqual([
      { role: 'system', content: 'be brief' },
      { role: 'system', content: 'in French' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Bonjour' },
      { role: 'user', content: 'Again' },
    ]);
    expect(seen[0]?.context.task.metadata).toMatchObject({
      response_id: expect.stringMatching(/^resp_/),
      request: { user: 'u1' },
    });
    expect(seen[0]?.context.settings).toEqual({ temperature: 0 });
  });

  it.each<[string, JsonObject[]]>([
    ['a system message alone', [{ role: 'system', content: 'say hi' }]],
    [
      'an assistant message at the end',
      [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: 'y' },
      ],
    ],
  ])('answers %s', async (_name, input) => {
    const { body } = await serve(script(says('hi')).agent).post({ input });
    expect(body).toMatchObject({ status: 'completed' });
  });

  it('shows calls of its own tools as mcp_call items', async () => {
    const replies: Reply[] = [
      calls(['c1', 'get_weather', '{"a":1}'], ['c2', 'broken']),
      says('Sunny.'),
    ];
    const plain = await serve(script(...replies).agent, { tools: TOOLS }).post({ input: 'x' });
    expect(problemsOf(plain.body)).toEqual([]);
    expect(plain.body).toMatchObject({ status: 'completed', usage: { total_tokens: 28 } });
    expect(outputOf(plain)).toMatchObject([
      {
        type: 'mcp_call',
        server_label: 'assistant-tools',
        name: 'get_weather',
        arguments: '{"a":1}',
        status: 'completed',
        output: 'sunny',
      },
      { type: 'mcp_call', name: 'broken', status: 'failed', output: null },
      { type: 'message', content: [{ text: 'Sunny.' }] },
    ]);
    const events = await serve(script(...replies).agent, { tools: TOOLS }).stream({ input: 'x' });
    expect(streamProblems(events)).toEqual([]);
    expect(typesOf(events).filter((type) => type.startsWith('mcp_call'))).toEqual(
      expect.arrayContaining(['mcp_call.in_progress', 'mcp_call.completed', 'mcp_call.failed']),
    );
  });

  it('asks the caller to make calls of the functions it offered', async () => {
    const { agent, seen } = script(calls(['c1', 'get_weather', '{"location":"Oakland"}']));
    const { body } = await serve(agent).post({ input: 'x', tools: [WEATHER] });
    expect(body).toMatchObject({
      status: 'completed',
      output: [
        {
          type: 'function_call',
          call_id: 'c1',
          name: 'get_weather',
          arguments: '{"location":"Oakland"}',
          status: 'completed',
        },
      ],
    });
    expect(seen[0]?.context.tools.map((tool) => tool.function.name)).toEqual(['get_weather']);
  });

  it('keeps functions from the model that the tool choice rules out', async () => {
    const { agent, seen } = script(says('no tools'));
    const { body } = await serve(agent).post({ input: 'x', tools: [WEATHER], tool_choice: 'none' });
    expect(body).toMatchObject({ tool_choice: 'none', tools: [{ name: 'get_weather' }] });
    expect(seen[0]?.context.tools).toEqual([]);
  });

  it.each<[string, Reply, object]>([
    [
      'failed, when the model fails',
      () => Promise.reject(new Error('no credit left')),
      { status: 'failed', error: { code: 'server_error', message: 'no credit left' } },
    ],
    [
      'incomplete, when the steps are used up',
      calls(['c1', 'get_weather']),
      { status: 'incomplete', incomplete_details: { reason: 'max_steps' }, error: null },
    ],
  ])('is %s', async (_name, reply, ending) => {
    const limits = { max_steps: 1, time_limit_s: 60 };
    const options = { tools: TOOLS, limits };
    const plain = await serve(script(reply).agent, options).post({ input: 'x' });
    expect(plain.status).toBe(200);
    expect(plain.body).toMatchObject({ ...ending, completed_at: null });
    expect(problemsOf(plain.body)).toEqual([]);
    const events = await serve(script(reply).agent, options).stream({ input: 'x' });
    expect(streamProblems(events)).toEqual([]);
    expect(lastResponse(events)).toMatchObject(ending);
  });

  it('answers to any model name when it serves one agent, and to known ones otherwise', async () => {
    const alone = await serve(script(says('a')).agent).post({ input: 'x', model: 'gpt-9' });
    expect(alone.body).toMatchObject({ model: 'assistant' });
    const { agent } = script(says('a'));
    const two = serve(agent, { others: ['weather'] });
    expect((await two.post({ input: 'x', model: 'weather' })).body).toMatchObject({
      model: 'weather',
    });
    expect(await two.post({ input: 'x', model: 'gpt-9' })).toMatchObject({
      status: 404,
      body: {
        error: {
          code: 'model_not_found',
          param: 'model',
          message: 'there is no model gpt-9; available: assistant, weather',
        },
      },
    });
    expect(await two.post({ input: 'x' })).toMatchObject({
      status: 400,
      body: { error: { code: 'missing_required_parameter', param: 'model' } },
    });
  });

  it('tells the reader of a stream that broke, and the operator why', async () => {
    const served = serve(script(says('x')).agent);
    const updates = () => {
      throw new Error('disk gone');
    };
    const broken = serve(script().agent, { runner: { ...served.runner, subscribe: updates } });
    const events = await broken.stream({ input: 'x' });
    expect(typesOf(events)).toEqual(['created', 'in_progress', 'error', 'failed']);
    expect(events[2]?.body).toMatchObject({
      code: 'server_error',
      error: { code: 'server_error' },
    });
    expect(JSON.stringify(events)).not.toContain('disk gone');
    expect(broken.errors).toContainEqual(expect.objectContaining({ message: 'disk gone' }));
    const id = lastResponse(events)['id'] as string;
    expect((await broken.ask('GET', `/v1/responses/${id}`)).body).toMatchObject({
      status: 'failed',
    });
  });

  it('tells a caller with too many unfinished responses, and leaves no task at work', async () => {
    const store = createMemoryResponseStore({ clock: { now: () => 0 }, maxEntriesPerPrincipal: 1 });
    const served = serve(script(hangs(), hangs(), hangs()).agent, { store });
    const background = { input: 'x', background: true };
    expect((await served.post(background, 'ann')).status).toBe(200);
    const refused = await served.post(background, 'ann');
    expect(refused).toMatchObject({
      status: 429,
      body: { error: { code: 'too_many_unfinished_responses' } },
    });
    expect(JSON.stringify(refused.body)).toMatch(/cancel or delete/);
    expect(served.errors).toEqual([]);
    const { tasks } = await served.runner.list({ principal: 'ann', pageSize: 9 });
    expect(tasks.map(({ state }) => state).toSorted()).toEqual(['canceled', 'working']);
    expect((await served.post(background, 'bob')).status).toBe(200);
  });

  it('leaves no task at work when the response cannot be kept, and answers when it could not at the end', async () => {
    const store = createMemoryResponseStore({ clock: { now: () => 0 } });
    const after = (allowed: number): ResponseStore => {
      let writes = 0;
      const write = async <T>(work: () => Promise<T>): Promise<T> => {
        writes += 1;
        if (writes > allowed) throw new Error('disk full');
        return work();
      };
      return {
        ...store,
        put: (...given) => write(() => store.put(...given)),
        end: (...given) => write(() => store.end(...given)),
      };
    };
    const never = serve(script(hangs()).agent, { store: after(0) });
    expect(await never.post({ input: 'x' })).toMatchObject({
      status: 500,
      body: { error: { type: 'server_error', message: 'internal error' } },
    });
    const { tasks } = await never.runner.list({ principal: '', pageSize: 1 });
    expect(tasks[0]?.state).toBe('canceled');
    const once = serve(script(says('hi')).agent, { store: after(1) });
    expect((await once.post({ input: 'x' })).body).toMatchObject({ status: 'completed' });
    expect(once.errors).toMatchObject([{ message: 'disk full' }]);
  });
});
