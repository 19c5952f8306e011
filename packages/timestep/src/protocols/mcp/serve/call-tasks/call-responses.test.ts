import { describe, expect, it } from 'vitest';
import { messageToAnswer, type JsonObject, type Question, type QuestionAnswer } from '#core';
import {
  responsesToData,
  getUnansweredRequests,
  selectOpenResponses,
  addElicitationState,
  requestsToQuestion,
  collectResponses,
} from './call-responses.ts';

const SCHEMA = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
const accept = (content: JsonObject) => ({ action: 'accept', content });
const elicit = (message: string) => ({ method: 'elicitation/create', params: { message } });

/** The answer as the task receives it, which is JSON in between. */
function sent(question: Question, responses: JsonObject): QuestionAnswer {
  const given = selectOpenResponses(question, responses) ?? {};
  const data = responsesToData(given);
  const stored = structuredClone(question);
  return messageToAnswer({ role: 'user', content: [{ type: 'data', data }] }, stored);
}

const both = requestsToQuestion({ a: elicit('A?'), b: elicit('B?') }, 2);

describe('the rounds of a call', () => {
  it('ask a question of the tool as one request, and give the tool the answer to its own question', () => {
    const question: Question = { text: 'How many?', schema: SCHEMA };
    const round = addElicitationState(question, 0);
    expect(round).toMatchObject(question);
    expect(getUnansweredRequests(round)).toMatchObject({
      '0.question': { method: 'elicitation/create', params: { message: 'How many?' } },
    });
    const { answers, left, open } = collectResponses([
      sent(round, { '0.question': accept({ n: 3 }) }),
    ]);
    expect(answers).toMatchObject([{ question, data: { n: 3 } }]);
    expect([left, open]).toEqual([undefined, undefined]);
  });

  it('keep words that come from another front end', () => {
    const round = addElicitationState({ text: 'Who?' }, 0);
    const words = messageToAnswer({ role: 'user', content: 'Ada' }, round);
    expect(collectResponses([words]).answers).toMatchObject([
      { text: 'Ada', question: { text: 'Who?' } },
    ]);
    const none = messageToAnswer({ role: 'user', content: 'Ada' }, both);
    expect(collectResponses([none])).toMatchObject({ answers: [], open: { text: 'A?\nB?' } });
  });

  it.each([{ action: 'decline' }, { action: 'cancel' }, { action: 'accept' }])(
    'leave a question unanswered by %j',
    (response) => {
      const round = addElicitationState({ text: 'Who?' }, 0);
      const { answers, left } = collectResponses([sent(round, { '0.question': response })]);
      expect(answers).toEqual([]);
      const isDeclined = response.action === 'decline';
      expect(left).toEqual({ question: { text: 'Who?' }, isDeclined });
    },
  );

  it('ask again for what is missing, under the same key, until all is there', () => {
    expect(Object.keys(getUnansweredRequests(both))).toEqual(['2.a', '2.b']);
    const first = sent(both, { '2.b': accept({ x: 1 }), '1.a': accept({}), a: accept({}) });
    const { open } = collectResponses([first]);
    expect(open && Object.keys(getUnansweredRequests(open))).toEqual(['2.a']);
    expect(collectResponses([first]).inputs).toEqual({});
    const second = open && sent(open, { '2.a': { action: 'decline' }, '2.b': accept({ x: 2 }) });
    expect(collectResponses(second ? [first, second] : [])).toEqual({
      answers: [],
      inputs: { a: { action: 'decline' }, b: accept({ x: 1 }) },
    });
  });

  it('take nothing from responses to no open request', () => {
    expect(
      selectOpenResponses(both, { a: accept({}), '2.c': accept({}), '2.a': 5 }),
    ).toBeUndefined();
    expect(selectOpenResponses({ text: 'Who?' }, { '0.question': accept({}) })).toBeUndefined();
  });
});
