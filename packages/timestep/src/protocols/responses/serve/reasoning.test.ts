import { describe, expect, it } from 'vitest';
import type { AssistantMessage, JsonObject } from '#core';
import { idOf, outputOf, says, script, serve, type Reply } from '../served.fixture.ts';
import { problemsOf, streamProblems } from '../wire-check.fixture.ts';

/** A reply of a model that thinks, as its provider gives it. */
const THOUGHT: AssistantMessage = {
  ...says('42'),
  reasoning: 'six times seven',
  provider: { by: 'p', parts: [{ type: 'reasoning', length: 15 }] },
};

/** The same, shown while it is made. */
const GROWING: Reply = ({ context }) => {
  context.emit({ type: 'reasoning', text: 'six times' });
  context.emit({ type: 'text', text: '4' });
  return THOUGHT;
};

const SHOWN = { reasoning: { summary: 'auto' } };
const SEALED = { include: ['reasoning.encrypted_content'], store: false };

function contentOf(item: JsonObject | undefined): string {
  const content = item?.['encrypted_content'];
  return typeof content === 'string' ? content : '';
}

describe('what a model says of its thinking', () => {
  it('is an item before the answer, for those who ask for it', async () => {
    const answer = await serve(script(THOUGHT).agent).post({ input: 'x', ...SHOWN });
    expect(problemsOf(answer.body)).toEqual([]);
    expect(answer.body).toMatchObject({ reasoning: { summary: 'auto' } });
    expect(outputOf(answer)).toMatchObject([
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'six times seven' }] },
      { type: 'message' },
    ]);
  });

  it.each([GROWING, THOUGHT])('is not shown to others', async (reply) => {
    const answer = await serve(script(reply).agent).post({ input: 'x' });
    expect(outputOf(answer).map(({ type }) => type)).toEqual(['message']);
    expect(JSON.stringify(answer.body)).not.toContain('times');
  });

  it.each([
    ['in pieces', GROWING, ['six times', ' seven']],
    ['as a whole', THOUGHT, ['six times seven']],
  ])('is streamed %s', async (_how, reply, pieces) => {
    const events = await serve(script(reply).agent).stream({ input: 'x', ...SHOWN });
    expect(streamProblems(events)).toEqual([]);
    const deltas = events.filter(({ event }) => event === 'response.reasoning_summary_text.delta');
    expect(deltas.map(({ body }) => body['delta'])).toEqual(pieces);
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        'response.reasoning_summary_part.added',
        'response.reasoning_summary_text.done',
        'response.reasoning_summary_part.done',
      ]),
    );
  });

  it('is cut off with its attempt', async () => {
    const failing: Reply = ({ context }) => {
      context.emit({ type: 'reasoning', text: 'well' });
      throw new Error('gone');
    };
    const answer = await serve(script(failing).agent).post({ input: 'x', ...SHOWN });
    expect(outputOf(answer)).toMatchObject([
      { type: 'reasoning', status: 'incomplete', summary: [{ text: 'well' }] },
    ]);
  });

  it('goes back to the model with the item, for the caller that it was made for', async () => {
    const { agent, seen } = script(THOUGHT, says('next'), says('foreign'));
    const served = serve(agent);
    const first = await served.post({ input: 'x', ...SEALED });
    const [thought] = outputOf(first);
    expect(thought).toMatchObject({ type: 'reasoning', summary: [] });
    const hidden = Buffer.from(contentOf(thought).split('.')[1] ?? '', 'base64url').toString();
    expect(hidden).not.toContain('times');
    const input = [
      { role: 'user', content: 'x' },
      ...outputOf(first),
      { role: 'user', content: 'and?' },
    ];
    await served.post({ input, ...SEALED });
    const { reasoning, provider } = THOUGHT;
    expect(seen[1]?.messages[1]).toEqual({ role: 'assistant', content: '42', reasoning, provider });
    await served.post({ input, ...SEALED }, 'eve');
    expect(seen[2]?.messages[1]).toEqual({ role: 'assistant', content: '42' });
  });

  it('stands before an answer that grows, so that it goes back with it', async () => {
    const events = await serve(script(GROWING).agent).stream({ input: 'x', ...SEALED });
    expect(streamProblems(events)).toEqual([]);
    const done = events.filter(({ event }) => event === 'response.output_item.done');
    const items = done.map(({ body }) => body['item'] as JsonObject);
    expect(items.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    expect(contentOf(items[0])).not.toBe('');
  });

  it('of another server is left out, and so is an item without what follows it', async () => {
    const { agent, seen } = script(says('ok'));
    const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' };
    const input = [
      thought,
      { role: 'assistant', content: 'a' },
      thought,
      { role: 'user', content: 'b' },
    ];
    await serve(agent).post({ input });
    expect(seen[0]?.messages).toEqual([
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'b' },
    ]);
  });

  it('is the same for all readers of a background response', async () => {
    const served = serve(script(THOUGHT).agent);
    const about = { include: SEALED.include, background: true };
    const begun = await served.post({ input: 'x', ...about, ...SHOWN });
    const id = idOf(begun);
    const read = async (): Promise<string> => {
      const url = `http://localhost/v1/responses/${id}?stream=true`;
      return (await served.send(new Request(url))).text();
    };
    const [one, other] = [await read(), await read()];
    expect(one).toContain('encrypted_content');
    expect(other).toBe(one);
  });
});

describe('what an answer rests on', () => {
  const CITED: AssistantMessage = {
    ...says('Sunny.'),
    citations: [
      { type: 'url', url: 'https://weather.example', title: 'Weather' },
      { type: 'file', filename: 'a.pdf' },
    ],
  };
  const annotations = [
    {
      type: 'url_citation',
      start_index: 0,
      end_index: 6,
      url: 'https://weather.example',
      title: 'Weather',
    },
    { type: 'file_citation', index: 6, file_id: 'a.pdf', filename: 'a.pdf' },
  ];

  it('is kept with the text', async () => {
    const answer = await serve(script(CITED).agent).post({ input: 'x' });
    expect(problemsOf(answer.body)).toEqual([]);
    expect(outputOf(answer)).toMatchObject([{ content: [{ text: 'Sunny.', annotations }] }]);
  });

  it('is streamed before the end of the text', async () => {
    const events = await serve(script(CITED).agent).stream({ input: 'x' });
    expect(streamProblems(events)).toEqual([]);
    const added = events.filter(({ event }) => event === 'response.output_text.annotation.added');
    expect(added.map(({ body }) => body['annotation'])).toEqual(annotations);
  });
});
