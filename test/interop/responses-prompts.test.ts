import OpenAI from 'openai';
import { Agent, serve } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { expect, it, onTestFinished } from 'vitest';

const BOOK = {
  name: 'book_flight',
  parameters: {
    type: 'object',
    properties: { to: { type: 'string' }, day: { type: 'string', default: 'Monday' } },
    required: ['to'],
  },
  prompt: 'Book a flight to {to} on {day} with {name}.',
};

/** A client of an agent that repeats what it was told, and has one prompt. */
async function served(): Promise<OpenAI> {
  const agent = new Agent({
    agentId: 'one',
    name: 'one',
    version: '2.0.0',
    agentTools: { list: () => [BOOK], watch: () => () => undefined },
    model: (messages) => {
      const said = messages.flatMap((one) => (one.role === 'user' ? [getText(one)] : []));
      return { role: 'assistant', content: said.join(' / ') };
    },
  });
  const serving = await serve({ agents: [agent], port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  return new OpenAI({ baseURL: `${serving.url}/v1`, apiKey: 'none', maxRetries: 0 });
}

type Prompt = NonNullable<OpenAI.Responses.ResponseCreateParams['prompt']>;

it('a prompt is named, filled once, and stands before the input', async () => {
  const client = await served();
  const prompt: Prompt = { id: 'book_flight', variables: { to: '{day} or {to}' } };
  const alone = await client.responses.create({ model: 'one', prompt });
  const filled = 'Book a flight to {day} or {to} on Monday with book_flight.';
  expect(alone.output_text).toBe(filled);
  expect(alone.prompt).toEqual({ ...prompt, version: null });
  const { data } = await client.responses.inputItems.list(alone.id);
  expect(data).toMatchObject([{ role: 'user', content: [{ text: filled }] }]);
  const both = await client.responses.create({
    model: 'one',
    prompt: {
      id: 'book_flight',
      version: '2.0.0',
      variables: { to: { type: 'input_text', text: 'Rome' }, day: 'Friday' },
    },
    input: 'by the window',
  });
  expect(both.output_text).toBe(
    'Book a flight to Rome on Friday with book_flight. / by the window',
  );
});

const TO = { to: 'Rome' };

it.each<[string, unknown, number, string]>([
  ['an unknown prompt', { id: 'fly' }, 404, 'prompt.id'],
  ['another version', { id: 'book_flight', version: '1', variables: TO }, 404, 'prompt.version'],
  ['no id', { variables: TO }, 400, 'prompt.id'],
  ['a missing variable', { id: 'book_flight' }, 400, 'prompt.variables.to'],
  [
    'an unknown variable',
    { id: 'book_flight', variables: { ...TO, who: 'Ada' } },
    400,
    'prompt.variables.who',
  ],
  ['a number', { id: 'book_flight', variables: { to: 7 } }, 400, 'prompt.variables.to'],
  [
    'an image',
    { id: 'book_flight', variables: { to: { type: 'input_image', image_url: 'data:,' } } },
    400,
    'prompt.variables.to',
  ],
  ['a text for the prompt', 'book_flight', 400, 'prompt'],
])('a prompt is refused with %s', async (_what, prompt, status, param) => {
  const client = await served();
  await expect(
    client.responses.create({ model: 'one', prompt: prompt as Prompt }),
  ).rejects.toMatchObject({ status, param });
});
