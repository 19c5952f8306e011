import { expect, it } from 'vitest';
import * as z from 'zod';
import { messageToAnswer, type Question, type UserMessage } from '#core';
import type { ArtifactDelta, ToolProgressReport, ToolContext, ToolResult } from '#engine/port';
import { askUser } from './ask-user.ts';
import { functionEnvironment } from './function-environment.ts';
import { tool } from './define-tool.ts';
import type { Tool } from './tool.ts';

const context: ToolContext = { key: 'k', attempt: 1, signal: new AbortController().signal };

/** Calls a tool and answers its questions in turn; returns what was asked, and the result. */
async function dialogue(
  given: Tool,
  args: object,
  ...said: readonly UserMessage['content'][]
): Promise<{ readonly asked: Question[]; readonly result: ToolResult }> {
  const environment = functionEnvironment({ it: given });
  const call = { id: 'c', name: 'it', arguments: { ...args } };
  const asked: Question[] = [];
  for (;;) {
    const answers = asked.map((question, at) =>
      messageToAnswer({ role: 'user', content: said[at] ?? '' }, question),
    );
    const result = await environment.callTool(call, { ...context, answers });
    if (!result.question || asked.length === said.length) return { asked, result };
    asked.push(result.question);
  }
}

const book = tool({
  input: z.object({ city: z.string() }),
  output: z.object({ booked: z.string() }),
  execute({ city }, { answers, ask }) {
    const [who, seats] = answers;
    if (!who) return ask({ text: 'For whom?', options: ['Ada', 'Bob'], state: { city } });
    if (!seats) return ask({ text: 'How many?', schema: z.object({ seats: z.number().min(1) }) });
    return {
      booked: JSON.stringify([who.question.state, who.text, seats.data]),
    };
  },
});

it('asks one question after the other, each with what the tool must know again', async () => {
  const { asked, result } = await dialogue(book, { city: 'Rome' }, 'Ada', '2');
  expect(asked).toMatchObject([
    { text: 'For whom?', options: ['Ada', 'Bob'], state: { city: 'Rome' } },
    { text: 'How many?', schema: { type: 'object', required: ['seats'] } },
  ]);
  const booked = '[{"city":"Rome"},"Ada",{"seats":2}]';
  expect(result).toEqual({
    content: JSON.stringify({ booked }),
    structured: { booked },
  });
});

it('asks again for data that does not fit, and does not call the tool with it', async () => {
  const { asked, result } = await dialogue(
    book,
    { city: 'Rome' },
    'Ada',
    'some',
    '{"seats":0}',
    '3',
  );
  expect(asked.map(({ text }) => text)).toEqual([
    'For whom?',
    'How many?',
    expect.stringMatching(/^That is not an answer that can be used \(.*seats.*\)\. How many\?$/),
    expect.stringMatching(
      /^That is not an answer that can be used \([^(]*seats[^(]*\)\. How many\?$/,
    ),
  ]);
  expect(result.content).toContain('{\\"seats\\":3}');
});

it('lets a model ask', async () => {
  const args = { question: 'Which?', options: ['red', 'blue'] };
  const { asked, result } = await dialogue(askUser, args, 'red');
  expect(asked).toEqual([{ text: 'Which?', options: ['red', 'blue'] }]);
  expect(result).toEqual({ content: 'red' });
  expect((await dialogue(askUser, { question: 'Why?' })).result.question).toEqual({ text: 'Why?' });
});

it('gives artifacts beside the result, and shows them as they grow', async () => {
  const shown: ArtifactDelta[] = [];
  const write = tool({
    execute(_, { give }) {
      give({ name: 'draft', parts: 'old' });
      give({ name: 'draft', description: 'a text', parts: 'one' });
      give({ name: 'draft', parts: ' two' }, { append: true });
      give({ artifact_id: 'data', parts: [{ type: 'data', data: { a: 1 } }] }, { append: true });
      give({ parts: 'nameless' });
      return 'written';
    },
  });
  const emit = (output: ArtifactDelta | ToolProgressReport): void => {
    if (output.type === 'artifact') shown.push(output);
  };
  const call = { id: 'c', name: 'write', arguments: {} };
  const result = await functionEnvironment({ write }).callTool(call, { ...context, emit });
  expect(result).toEqual({
    content: 'written',
    artifacts: [
      {
        artifact_id: 'draft',
        name: 'draft',
        description: 'a text',
        parts: [{ type: 'text', text: 'one two' }],
      },
      { artifact_id: 'data', parts: [{ type: 'data', data: { a: 1 } }] },
      { artifact_id: 'k:3', parts: [{ type: 'text', text: 'nameless' }] },
    ],
  });
  expect(shown.map(({ artifact, index }) => [artifact.artifact_id, index])).toEqual([
    ['draft', 0],
    ['draft', 0],
    ['draft', 1],
    ['data', 0],
    ['k:3', 0],
  ]);
});

it('refuses a question whose schema is no object', async () => {
  const wrong = tool({ execute: (_, { ask }) => ask({ text: 'What?', schema: z.string() }) });
  await expect(dialogue(wrong, {})).rejects.toMatchObject({ code: 'bad-definition' });
});

it('a function waits for a task by what it returns, and is told what became of it', async () => {
  const environment = functionEnvironment({
    it: {
      output: z.object({ said: z.string() }),
      execute: (_args, { awaited: [first], waitFor }) =>
        first
          ? { said: `${first.text} ${JSON.stringify(first.awaits.state)}` }
          : waitFor('t2', { until: 9, state: { place: 1 } }),
    },
  });
  const call = { id: 'c', name: 'it', arguments: {} };
  const { awaits } = await environment.callTool(call, context);
  expect(awaits).toEqual({ task_id: 't2', until: 9, state: { place: 1 } });
  if (!awaits) throw new Error('it does not wait');
  const awaited = [{ task_id: 't2', state: 'completed', text: 'sunny', awaits }] as const;
  const { content } = await environment.callTool(call, { ...context, awaited });
  expect(JSON.parse(content)).toEqual({ said: 'sunny {"place":1}' });
});

it('joins texts of one file, and keeps those of others apart', async () => {
  const csv = (text: string, more = {}) =>
    [{ type: 'text', text, media_type: 'text/csv', ...more }] as const;
  const write = tool({
    execute(_, { give }) {
      give({ name: 't', parts: csv('a,b\n') });
      give({ name: 't', parts: csv('1,2\n') }, { append: true });
      give({ name: 't', parts: csv('3,4\n', { metadata: { a: 1 } }) }, { append: true });
      give({ name: 't', parts: 'plain' }, { append: true });
      return 'written';
    },
  });
  const call = { id: 'c', name: 'write', arguments: {} };
  const { artifacts } = await functionEnvironment({ write }).callTool(call, context);
  expect(artifacts?.[0]?.parts).toEqual([
    ...csv('a,b\n1,2\n'),
    ...csv('3,4\n', { metadata: { a: 1 } }),
    { type: 'text', text: 'plain' },
  ]);
});

it('fails the call of a tool whose form the user declined, and says so', async () => {
  const schema = { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] };
  const given = tool({ execute: (_args, { ask }) => ask({ text: 'When?', schema }) });
  const answer = { question: { text: 'When?', schema }, text: 'No.', isDeclined: true } as const;
  const result = await functionEnvironment({ it: given }).callTool(
    { id: 'c', name: 'it', arguments: {} },
    { ...context, answers: [answer] },
  );
  expect(result).toMatchObject({
    content: 'the user declined to answer: When?',
    isError: true,
  });
});
