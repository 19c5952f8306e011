import { expect, it } from 'vitest';
import type { NumberedEvent } from '#core';
import { describeLastDecision } from './describe-decision.ts';

const call = { id: 'c1', type: 'function', function: { name: 'pay', arguments: '{}' } } as const;
const REPLIED: NumberedEvent = {
  type: 'model.replied',
  step: 1,
  attempt: 1,
  message: { role: 'assistant', content: null, tool_calls: [call] },
  generation: 4,
  at: 4,
};

function decided(decision: object, callId = 'c1'): NumberedEvent {
  const event = { type: 'approval.decided', messageId: 'm', callId, generation: 6, at: 6 };
  return { ...event, approved: true, ...decision } as NumberedEvent;
}

it.each([
  [{}, 'pay was approved'],
  [{ scope: 'session' }, 'pay was approved for this session'],
  [{ arguments: '{"amount":3}' }, 'pay was approved as {"amount":3}'],
  [{ approved: false }, 'pay was denied'],
  [{ approved: false, reason: 'too dear' }, 'pay was denied: too dear'],
])('says of %j: %s', (decision, text) => {
  expect(describeLastDecision([REPLIED, decided(decision)], ['c1'])).toBe(text);
});

it('says nothing of other calls, and names a call whose reply is not there by its id', () => {
  expect(describeLastDecision([REPLIED, decided({}, 'c2')], ['c1'])).toBeUndefined();
  expect(describeLastDecision([decided({})], ['c1'])).toBe('c1 was approved');
});
