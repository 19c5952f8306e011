import { expect, it } from 'vitest';
import { findChatAdvice, findPageAdvice } from './failure-advice.ts';

const CODES = [
  'missing-key',
  'missing-setting',
  'unknown-provider',
  'not-installed',
  'model-not-found',
  'rate-limited',
  'quota-used-up',
  'limit-too-low',
  'out-of-credit',
  'spend-limit',
  'overloaded',
  'forbidden',
  'request-too-large',
  'refused',
  'unauthorized',
  'context-length',
  'bad-request',
  'unreachable',
  'timeout',
  'provider-error',
  'empty-reply',
  'output-limit',
  'process_lost',
  'max_steps',
  'time_limit',
];

it.each(CODES)('says on a page what to do about %s, and nothing that must be typed', (code) => {
  expect(findChatAdvice(code)).toMatch(/^[A-Z].*\.$/);
  const onPage = findPageAdvice({ code, advice: 'Write "go on".' });
  expect(onPage).toMatch(/^[A-Z].*\.$/);
  expect(onPage).not.toMatch(/\/[a-z]|go on/);
});

it('uses other words for a chat only where something is typed', () => {
  expect(findChatAdvice('overloaded')).toBe('Write "go on" to try again.');
  expect(findPageAdvice({ code: 'overloaded' })).toBe('Try again.');
  expect(findPageAdvice({ code: 'rate-limited' })).toBe(
    'Wait a minute and try again, or choose another model.',
  );
});

it('has no advice about other failures, and keeps what a notice without a code says', () => {
  expect([findChatAdvice('odd'), findPageAdvice({ code: 'odd' })]).toEqual([undefined, undefined]);
  expect(findPageAdvice({ advice: 'Look.' })).toBe('Look.');
});
