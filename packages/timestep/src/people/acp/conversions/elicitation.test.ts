import { expect, it } from 'vitest';
import { responseToAnswer, createElicitationRequest } from './elicitation.ts';

const by = { sessionId: 's', toolCallId: 'c' };

function formOf(question: Parameters<typeof createElicitationRequest>[1]): unknown {
  const request = createElicitationRequest(by, question);
  return 'requestedSchema' in request ? request.requestedSchema : undefined;
}

it('asks for words, for one of several answers or another, or for data', () => {
  expect(createElicitationRequest(by, { text: 'When?' })).toMatchObject({
    ...by,
    mode: 'form',
    message: 'When?',
    requestedSchema: { properties: { answer: { type: 'string' } }, required: ['answer'] },
  });
  expect(formOf({ text: 'When?', options: ['now', 'later'] })).toMatchObject({
    properties: { answer: { enum: ['now', 'later'] }, other: { type: 'string' } },
  });
  const schema = {
    type: 'object',
    properties: { day: { type: 'string', minLength: 1 }, seats: { type: 'integer', $id: 'x' } },
    required: ['day'],
  } as const;
  expect(formOf({ text: 'When?', schema })).toEqual({
    type: 'object',
    properties: { day: { type: 'string', minLength: 1 }, seats: { type: 'integer' } },
    required: ['day'],
  });
});

it('asks for words where a form cannot hold the data', () => {
  const schema = { type: 'object', properties: { days: { type: 'object' } } } as const;
  const question = { text: 'When?', schema };
  expect(formOf(question)).toMatchObject({ properties: { answer: { type: 'string' } } });
  const answer = { action: 'accept', content: { answer: '{"days":{}}' } } as const;
  expect(responseToAnswer(answer, question)).toEqual({ role: 'user', content: '{"days":{}}' });
});

it.each([
  [{ action: 'accept', content: { answer: 'now' } }, 'now'],
  [{ action: 'accept', content: { answer: 'now', other: 'never' } }, 'never'],
  [{ action: 'accept', content: {} }, undefined],
  [{ action: 'decline' }, 'I do not want to answer this.'],
  [{ action: 'cancel' }, undefined],
] as const)('reads %j', (response, said) => {
  const given =
    'content' in response ? { ...response, content: { ...response.content } } : response;
  expect(responseToAnswer(given, { text: 'When?', options: ['now'] })?.content).toBe(said);
});

it('gives data back as data', () => {
  const schema = { type: 'object', properties: { seats: { type: 'integer' } } } as const;
  const response = { action: 'accept', content: { seats: 2 } } as const;
  expect(responseToAnswer(response, { text: 'How many?', schema })).toEqual({
    role: 'user',
    content: [{ type: 'data', data: { seats: 2 } }],
  });
});
