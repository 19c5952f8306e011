/** Responses and conversations of a database that was written earlier are read and continued. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GENERATIONS, writtenOf } from './generation.ts';
import { openGeneration, type Opened } from './opened.ts';
import { respond, responseOf, textIn } from './protocol.ts';

describe.each(GENERATIONS)('the responses of %s', (generation) => {
  const { responses, conversation, file, approval, call } = writtenOf(generation).database;
  const idOf = (name: string): string => responses[name] ?? '';
  let opened: Opened;

  beforeAll(async () => {
    opened = await openGeneration(generation);
  });
  afterAll(() => opened.close());

  it('are read as they were, and continued', async () => {
    const { url } = opened.main;
    const kept = [await responseOf(url, idOf('first')), await responseOf(url, idOf('second'))];
    expect(kept.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(kept.map(textIn)).toEqual(['Heard: one.', 'Heard: one, two.']);
    const next = { model: 'listener', input: 'three', previous_response_id: idOf('second') };
    expect(textIn(await respond(url, next))).toBe('Heard: one, two, three.');
    const other = { ...next, input: 'other', previous_response_id: idOf('first') };
    expect(textIn(await respond(url, other))).toBe('Heard: one, other.');
  });

  it('end in the background, and can be followed from their first event', async () => {
    const { url } = opened.main;
    const id = idOf('background');
    await expect.poll(async () => (await responseOf(url, id)).status).toBe('completed');
    expect(textIn(await responseOf(url, id))).toBe('Heard: think.');
    const stream = await fetch(`${url}/v1/responses/${id}?stream=true`);
    const types = (await stream.text())
      .split('\n')
      .filter((line) => line.startsWith('event: '))
      .map((line) => line.slice('event: '.length));
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
  });

  it('have their calls made once they are approved', async () => {
    const { url } = opened.main;
    const decision = {
      type: 'mcp_approval_response',
      approval_request_id: approval,
      approve: true,
    };
    const paid = await respond(url, {
      model: 'payer',
      input: [decision],
      previous_response_id: idOf('approval'),
    });
    expect(paid.status).toBe('completed');
    expect(textIn(paid)).toBe('Paid 42.');
    expect(paid.output.map(({ type }) => type)).toEqual(['mcp_call', 'message']);
  });

  it('take the output of a call that the caller has made', async () => {
    const { url } = opened.main;
    const output = { type: 'function_call_output', call_id: call, output: 'it is blue' };
    const answer = await respond(url, {
      model: 'caller',
      input: [output],
      previous_response_id: idOf('calling'),
    });
    expect(textIn(answer)).toBe('It came to: it is blue');
  });

  it('go on with a conversation', async () => {
    const next = { model: 'listener', input: 'second of it', conversation };
    const answer = await respond(opened.main.url, next);
    expect(textIn(answer)).toBe('Heard: first of it, second of it.');
  });

  it('can name a file that was uploaded', async () => {
    const address = `${opened.main.url}/v1/files/${file}`;
    expect(await (await fetch(address)).json()).toMatchObject({ filename: 'note.txt', bytes: 18 });
    expect(await (await fetch(`${address}/content`)).text()).toBe('what the file says');
  });
});
