import { expect, it } from 'vitest';
import { createInitiatorCard, createResponderCard } from './card.ts';
import { createSchemaCheck } from './messages/schema-check.ts';

const check = createSchemaCheck('agent-card');

it.each([createInitiatorCard('http://localhost:8081'), createResponderCard('http://agent-b:8080')])(
  '$name says of itself what its schema wants',
  (card) => {
    expect(check(card)).toEqual([]);
  },
);

it('notices a card that is not as it should be', () => {
  const { skills: _none, ...card } = createResponderCard('http://agent-b:8080');
  expect(check({ ...card, url: 'agent-b', more: 1 })).toEqual([
    { path: '/skills', message: 'is missing' },
    { path: '/more', message: 'is not known here' },
    { path: '/url', message: expect.stringContaining('must match pattern') as string },
  ]);
});
