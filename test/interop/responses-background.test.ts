import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import type { Responses } from 'openai/resources/responses/responses';
import { expect, it, onTestFinished } from 'vitest';
import { getText } from '@timestep-ai/timestep/core';
import { listen } from '@timestep-ai/timestep/http';
import type { AgentFn } from '@timestep-ai/timestep/port';
import { createResponsesHandler } from '@timestep-ai/timestep/responses';
import { openSqlite } from '@timestep-ai/timestep/runner';

const model = 'assistant';

interface Life {
  readonly client: OpenAI;
  /** Answers the model calls that wait. */
  readonly answer: () => void;
  readonly stop: () => Promise<void>;
}

/** A server over the database of a folder, whose model answers when it is told to. */
async function started(folder: string): Promise<Life> {
  const told = Promise.withResolvers<void>();
  const agent: AgentFn = async (messages, { emit, signal }) => {
    const users = messages.filter((message) => message.role === 'user').map(getText);
    emit({ type: 'text', text: 'You ' });
    signal.addEventListener('abort', () => told.resolve());
    await told.promise;
    return { role: 'assistant', content: `You said: ${users.join(', ')}` };
  };
  const backend = openSqlite({
    path: join(folder, 'tasks.db'),
    agents: [
      {
        name: model,
        agent,
        toolSite: 'server',
        limits: { max_steps: 5, time_limit_s: 60 },
        environment: () => ({ listTools: () => [], callTool: () => ({ content: '' }) }),
      },
    ],
  });
  const { runner, responses: store } = backend;
  const handler = createResponsesHandler({ runner, agents: [{ name: model }], store });
  const listening = await listen(
    async (request) => (await handler(request)) ?? new Response(null, { status: 404 }),
    { port: 0 },
  );
  const stop = async (): Promise<void> => {
    handler.close();
    await backend.close(0);
    await listening.close(0);
  };
  const client = new OpenAI({ baseURL: `${listening.url}/v1`, apiKey: 'ann', maxRetries: 0 });
  return { client, answer: told.resolve, stop };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function polled(client: OpenAI, id: string): Promise<Responses.Response> {
  for (;;) {
    const response = await client.responses.retrieve(id);
    if (response.status !== 'in_progress' && response.status !== 'queued') return response;
    await new Promise(setImmediate);
  }
}

it('polls a background response, and cancels another', async () => {
  const { client, answer, stop } = await started(newFolder());
  onTestFinished(stop);
  const begun = await client.responses.create({ model, input: 'one', background: true });
  expect(begun).toMatchObject({ status: 'in_progress', background: true });
  const other = await client.responses.create({ model, input: 'two', background: true });
  expect(await client.responses.cancel(other.id)).toMatchObject({ status: 'cancelled' });
  answer();
  expect(await polled(client, begun.id)).toMatchObject({ output_text: 'You said: one' });
  expect(await polled(client, other.id)).toMatchObject({ status: 'cancelled' });
});

it('takes up a stream where it broke, after a restart, and goes on from there', async () => {
  const folder = newFolder();
  const first = await started(folder);
  const broken = await first.client.responses.create({
    model,
    input: 'one',
    background: true,
    stream: true,
  });
  let id = '';
  let last = -1;
  for await (const event of broken) {
    if ('response' in event) ({ id } = event.response);
    last = event.sequence_number;
    if (event.type === 'response.in_progress') break;
  }
  await first.stop();

  const second = await started(folder);
  onTestFinished(second.stop);
  const rest = await second.client.responses.retrieve(id, { stream: true, starting_after: last });
  second.answer();
  const numbers: number[] = [];
  let text = '';
  let ended: Responses.ResponseStreamEvent | undefined;
  for await (const event of rest) {
    numbers.push(event.sequence_number);
    if (event.type === 'response.output_text.delta') text += event.delta;
    ended = event;
  }
  expect(numbers).toEqual(numbers.map((_, index) => last + 1 + index));
  expect(text).toBe('You said: one');
  expect(ended).toMatchObject({ type: 'response.completed', response: { id } });
  const next = second.client.responses.create({ model, input: 'two', previous_response_id: id });
  expect((await next).output_text).toBe('You said: one, two');
});
