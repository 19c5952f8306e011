import { expect, it } from 'vitest';
import { PEER_POINTS } from './stock-peer.ts';
import { isKilledWithin, isWithinPoint } from './within.ts';

it('knows the points of a peer with tasks before its first byte', () => {
  const within = PEER_POINTS.filter((point) => isWithinPoint({}, point));
  expect(within).toEqual(['received', 'executing', 'begun']);
  expect(isWithinPoint({}, 'sending')).toBe(false);
});

it('counts the end as within at a peer that sends its message whole', () => {
  const message = { lacks: ['begun', 'middle'] } as const;
  expect(isWithinPoint(message, 'ended')).toBe(true);
  expect(isWithinPoint(message, 'card')).toBe(false);
});

it('believes of a random kill that it fell within, unless a ledger says otherwise', () => {
  expect(isWithinPoint({}, 'random')).toBe(true);
});

it.each<[string, string, boolean | undefined]>([
  ['no ledger', '', undefined],
  ['a message without an answer', 'sent\n', true],
  ['a message with an answer', 'sent\nreceived\n', false],
  ['a second message without an answer', 'sent\nreceived\nsent\n', true],
])('reads from %s whether a kill fell within', (_what, ledger, isWithin) => {
  expect(isKilledWithin(ledger)).toBe(isWithin);
});
