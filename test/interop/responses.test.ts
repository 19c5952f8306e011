import OpenAI, { APIError, BadRequestError, NotFoundError } from 'openai';
import type { Responses } from 'openai/resources/responses/responses';
import { afterEach, describe, expect, it } from 'vitest';
import {
  getText,
  TimestepError,
  type AssistantMessage,
  type Message,
} from '@timestep-ai/timestep/core';
import { functionEnvironment } from '@timestep-ai/timestep/tools';
import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import type { AgentContext, Runner } from '@timestep-ai/timestep/port';
import { createResponsesHandler } from '@timestep-ai/timestep/responses';
import { createMemoryRunner } from '@timestep-ai/timestep/runner';

const USAGE = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };

const WEATHER: Responses.FunctionTool = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather at a place.',
  parameters: { type: 'object', properties: { location: { type: 'string' } } },
  strict: false,
};

/** A failure of a provider that can pass. */
class OverloadError extends TimestepError {
  readonly retryable = true;
}

/**
 * An agent whose behaviour can be told from what it is asked: it calls the caller's function or
 * its own, waits for ever, fails, or repeats what it heard, word by word.
 */
async function agent(
  messages: readonly Message[],
  context: AgentContext,
): Promise<AssistantMessage> {
  const last = messages.at(-1);
  const heard = last ? getText(last) : '';
  if (last?.role === 'tool') return says(`The tool says: ${heard}`, context);
  if (heard.includes('weather')) return calls('get_weather', '{"location":"Oakland"}');
  if (heard.includes('clock')) return calls('read_clock', '{}');
  if (heard.includes('overload') && context.attempt === 1) {
    context.emit({ type: 'text', text: 'Let me' });
    throw new OverloadError('overloaded', 'the model is overloaded');
  }
  if (heard.includes('fail')) throw new Error('the model is out of order');
  if (heard.includes('wait')) {
    context.emit({ type: 'text', text: 'Let me think' });
    return new Promise((_resolve, reject) => {
      context.signal.addEventListener('abort', () => reject(new Error('called off')), {
        once: true,
      });
    });
  }
  const users = messages.filter((message) => message.role === 'user').map(getText);
  return says(`You said: ${users.join(', ')}`, context);
}

function says(content: string, { emit }: AgentContext): AssistantMessage {
  for (const text of content.split(/(?= )/)) emit({ type: 'text', text });
  return { role: 'assistant', content, usage: USAGE };
}

function calls(name: string, args: string): AssistantMessage {
  const call = { id: 'call_1', type: 'function', function: { name, arguments: args } } as const;
  return { role: 'assistant', content: null, tool_calls: [call], usage: USAGE };
}

let listening: ListeningServer | undefined;

async function serve(): Promise<{ client: OpenAI; runner: Runner; url: string }> {
  const environment = functionEnvironment({ read_clock: () => '12:00' });
  const limits = { max_steps: 5, time_limit_s: 60 };
  const served = { agent, toolSite: 'server', limits, environment: () => environment } as const;
  const runner = createMemoryRunner({
    agents: [
      { name: 'assistant', ...served },
      { name: 'weather', ...served },
    ],
  });
  const handler = createResponsesHandler({
    runner,
    agents: [{ name: 'assistant', serverLabel: 'tools' }, { name: 'weather' }],
    principalOf: (request) => request.headers.get('authorization') ?? '',
  });
  listening = await listen(
    async (request) => (await handler(request)) ?? new Response(null, { status: 404 }),
    { port: 0 },
  );
  return { client: clientOf(listening.url, 'ann'), runner, url: listening.url };
}

function clientOf(url: string, apiKey: string): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
}

/** The error a request ends in. */
async function errorOf(request: PromiseLike<unknown>): Promise<APIError> {
  const thrown: unknown = await Promise.resolve(request).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof APIError) return thrown;
  throw new Error('the request did not fail', { cause: thrown });
}

/** Waits for the only task to have ended in that state. */
async function ended(runner: Runner, principal: string): Promise<string | undefined> {
  const { tasks } = await runner.list({ principal, pageSize: 1 });
  const [task] = tasks;
  if (!task) return undefined;
  for await (const update of runner.subscribe(task.id, 0, new AbortController().signal)) {
    if (update.kind === 'event' && update.event.type === 'task.finished') return update.event.state;
  }
  return undefined;
}

const model = 'assistant';

describe('the openai client', () => {
  afterEach(async () => listening?.close(0));

  it('creates, retrieves and deletes a response, and lists its input', async () => {
    const { client } = await serve();
    const created = await client.responses.create({ model, input: 'hello', user: 'u' });
    expect(created).toMatchObject({
      status: 'completed',
      output_text: 'You said: hello',
      model: 'assistant',
      usage: { input_tokens: 7, output_tokens: 3, total_tokens: 10 },
    });
    const retrieved = await client.responses.retrieve(created.id);
    expect(retrieved.output).toEqual(created.output);
    const items = await client.responses.inputItems.list(created.id);
    expect(items.data).toMatchObject([{ role: 'user', content: [{ text: 'hello' }] }]);
    await client.responses.delete(created.id);
    expect(await errorOf(client.responses.retrieve(created.id))).toBeInstanceOf(NotFoundError);
  });

  it('pages through input items by itself', async () => {
    const { client } = await serve();
    const input = ['a', 'b', 'c', 'd', 'e'].map((content) => ({ role: 'user', content }) as const);
    const created = await client.responses.create({ model, input });
    const texts: string[] = [];
    for await (const item of client.responses.inputItems.list(created.id, {
      limit: 2,
      order: 'asc',
    })) {
      if (item.type === 'message' && item.content[0]?.type === 'input_text') {
        texts.push(item.content[0].text);
      }
    }
    expect(texts).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('streams raw events', async () => {
    const { client } = await serve();
    const stream = await client.responses.create({ model, input: 'hello', stream: true });
    const types: string[] = [];
    let text = '';
    for await (const event of stream) {
      types.push(event.type);
      expect(event.sequence_number).toBe(types.length - 1);
      if (event.type === 'response.output_text.delta') text += event.delta;
    }
    expect(text).toBe('You said: hello');
    expect(types.slice(0, 4)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
    ]);
    expect(types.at(-1)).toBe('response.completed');
  });

  it('follows a stream with its helper, tools of the agent included', async () => {
    const { client } = await serve();
    const stream = client.responses.stream({ model, input: 'read the clock' });
    const done: string[] = [];
    stream.on('event', (event) => {
      if (event.type === 'response.output_item.done') done.push(event.item.type);
    });
    const final = await stream.finalResponse();
    expect(final.output_text).toBe('The tool says: 12:00');
    expect(final.output).toMatchObject([
      { type: 'mcp_call', server_label: 'tools', name: 'read_clock', output: '12:00' },
      { type: 'message' },
    ]);
    expect(done).toEqual(['mcp_call', 'message']);
  });

  it('is told in a stream why the response waits, and takes the text that follows', async () => {
    const { client } = await serve();
    const stream = client.responses.stream({ model, input: 'overload' });
    const reasons: (string | undefined)[] = [];
    for await (const event of stream) {
      if (event.type !== 'response.in_progress') continue;
      reasons.push(event.response.metadata?.['waits_for']);
    }
    expect(reasons).toEqual([
      undefined,
      expect.stringMatching(
        /^waiting for the model: the model is overloaded; the next call is at /,
      ),
    ]);
    const { output_text, metadata } = await stream.finalResponse();
    expect([output_text, metadata]).toEqual(['You said: overload', {}]);
  });

  it('continues a conversation', async () => {
    const { client } = await serve();
    const first = await client.responses.create({ model, input: 'one', instructions: 'be brief' });
    const second = await client.responses.create({
      model,
      input: 'two',
      previous_response_id: first.id,
    });
    expect(second.output_text).toBe('You said: one, two');
    expect(second.previous_response_id).toBe(first.id);
  });

  it('runs a function and hands in its result by previous_response_id', async () => {
    const { client, runner } = await serve();
    const settings = { model, tools: [WEATHER] };
    const asked = await client.responses.create({ ...settings, input: 'the weather?' });
    const [call] = asked.output;
    if (call?.type !== 'function_call') throw new Error('no function call');
    expect(JSON.parse(call.arguments)).toEqual({ location: 'Oakland' });
    const answered = await client.responses.create({
      ...settings,
      previous_response_id: asked.id,
      input: [{ type: 'function_call_output', call_id: call.call_id, output: 'sunny' }],
    });
    expect(answered.output_text).toBe('The tool says: sunny');
    expect((await runner.list({ principal: 'Bearer ann', pageSize: 10 })).total).toBe(1);
  });

  it('runs a function and replays the conversation, in a stream', async () => {
    const { client } = await serve();
    const settings = { model, tools: [WEATHER], store: false };
    const input: Responses.ResponseInputItem[] = [{ role: 'user', content: 'the weather?' }];
    const asked = await client.responses.stream({ ...settings, input }).finalResponse();
    for (const item of asked.output) {
      if (item.type !== 'function_call') continue;
      const { call_id } = item;
      input.push(item, { type: 'function_call_output', call_id, output: 'rainy' });
    }
    const answered = await client.responses.stream({ ...settings, input }).finalResponse();
    expect(answered.output_text).toBe('The tool says: rainy');
    expect(await errorOf(client.responses.retrieve(answered.id))).toBeInstanceOf(NotFoundError);
  });

  it('cancels a response from elsewhere', async () => {
    const { client } = await serve();
    const stream = await client.responses.create({ model, input: 'wait', stream: true });
    let last: Responses.ResponseStreamEvent | undefined;
    let canceled: Promise<Responses.Response> | undefined;
    let id = '';
    for await (const event of stream) {
      if (event.type === 'response.created') id = event.response.id;
      if (event.type === 'response.output_text.delta') canceled ??= client.responses.cancel(id);
      last = event;
    }
    expect(await canceled).toMatchObject({ id, status: 'cancelled' });
    expect(last).toMatchObject({
      type: 'response.incomplete',
      response: { status: 'cancelled', output: [{ status: 'incomplete' }] },
    });
  });

  it.each([true, false])('ends a response by going away (stream: %s)', async (stream) => {
    const { client, runner } = await serve();
    const leaving = new AbortController();
    const { signal } = leaving;
    const answer = client.responses.create({ model, input: 'wait', stream }, { signal });
    const gone = stream ? answer.then(readOne) : errorOf(answer);
    while ((await runner.list({ principal: 'Bearer ann', pageSize: 1 })).total === 0) {
      await new Promise(setImmediate);
    }
    if (stream) await gone;
    leaving.abort();
    expect(await ended(runner, 'Bearer ann')).toBe('canceled');
    await gone;
  });

  it('reports a failing model in the response, and does not ask again', async () => {
    const { client } = await serve();
    const failed = await client.responses.create({ model, input: 'fail' });
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'server_error', message: 'the model is out of order' },
    });
    const streamed = await client.responses.stream({ model, input: 'fail' }).finalResponse();
    expect(streamed.status).toBe('failed');
  });

  it('lists the agents as models', async () => {
    const { client } = await serve();
    const { data } = await client.models.list();
    expect(data.map(({ id }) => id)).toEqual(['assistant', 'weather']);
    expect(await client.models.retrieve('weather')).toMatchObject({ object: 'model' });
  });

  it('gets the fields of errors', async () => {
    const { client } = await serve();
    const missing = await errorOf(
      client.responses.create({ model, input: 'x', previous_response_id: 'resp_0' }),
    );
    expect(missing).toBeInstanceOf(BadRequestError);
    expect(missing).toMatchObject({
      status: 400,
      code: 'previous_response_not_found',
      param: 'previous_response_id',
      type: 'invalid_request_error',
    });
    const unknown = await errorOf(client.responses.create({ model: 'gpt-9', input: 'x' }));
    expect(unknown).toBeInstanceOf(NotFoundError);
    expect(unknown).toMatchObject({ code: 'model_not_found', param: 'model' });
    const refused = await errorOf(
      client.responses.create({ model, input: 'x', truncation: 'auto' }),
    );
    expect(refused).toMatchObject({ status: 400, code: 'unsupported_parameter' });
  });

  it('does not get at the responses of another key', async () => {
    const { client, url } = await serve();
    const { id } = await client.responses.create({ model, input: 'mine' });
    const other = clientOf(url, 'bob');
    expect(await errorOf(other.responses.retrieve(id))).toBeInstanceOf(NotFoundError);
    const forged = other.responses.create({ model, input: 'x', previous_response_id: id });
    expect(await errorOf(forged)).toMatchObject({ code: 'previous_response_not_found' });
    expect((await client.responses.retrieve(id)).id).toBe(id);
  });

  it('is refused a body that is too large, and served afterwards', async () => {
    const { client } = await serve();
    const large = client.responses.create({ model, input: 'x'.repeat(10_000_000) });
    expect(await errorOf(large)).toMatchObject({ status: 413, code: 'request_too_large' });
    expect((await client.responses.create({ model, input: 'x' })).status).toBe('completed');
  });
});

/** Reads the beginning of a stream. */
async function readOne(stream: AsyncIterable<unknown> | Responses.Response): Promise<void> {
  if (!(Symbol.asyncIterator in stream)) throw new Error('not a stream');
  await stream[Symbol.asyncIterator]().next();
}
