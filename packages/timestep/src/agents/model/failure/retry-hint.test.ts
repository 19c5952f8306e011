import { expect, it } from 'vitest';
import { findRetryHint, type HintSources } from './retry-hint.ts';

const NOW = Date.parse('2026-11-27T00:00:00Z');

function find(sources: Partial<HintSources>): number | undefined {
  return findRetryHint({ headers: {}, details: [], text: '', now: NOW, ...sources });
}

it.each<[string, Partial<HintSources>, number | undefined]>([
  ['a header in milliseconds', { headers: { 'retry-after-ms': '1500' } }, 1500],
  ['a header in seconds', { headers: { 'retry-after': '65' } }, 65_000],
  ['a date in a header', { headers: { 'retry-after': 'Fri, 27 Nov 2026 00:01:00 GMT' } }, 60_000],
  ['RetryInfo', { details: [{ retryDelay: '2.400000000s' }] }, 2400],
  ['RetryInfo in hours', { details: [{}, { retryDelay: '32400s' }] }, 32_400_000],
  ['a reset as a date', { details: [{ resets_at: '2026-11-27T01:00:00Z' }] }, 3_600_000],
  ['a reset in seconds', { details: [{ resets_at: NOW / 1000 + 90 }] }, 90_000],
  ['a reset in milliseconds', { details: [{ resets_at: NOW + 90 }] }, 90],
  ['a reset that has passed', { details: [{ resets_at: '2026-01-01T00:00:00Z' }] }, 0],
  ['a sentence of OpenAI', { text: 'Please try again in 1m2.5s. Visit' }, 62_500],
  ['a sentence in milliseconds', { text: 'Please try again in 20ms.' }, 20],
  ['a sentence of Gemini', { text: 'Please retry in 39.2s.' }, 39_200],
  [
    'no time',
    { text: 'try again later', details: [{ retryDelay: 'soon', resets_at: null }] },
    undefined,
  ],
  ['a number that is no time', { details: [{ resets_at: 'never', retryDelay: 5 }] }, undefined],
])('finds the pause in %s', (_, sources, pause) => {
  expect(find(sources)).toBe(pause);
});

it('prefers the header to the sentence', () => {
  expect(find({ headers: { 'retry-after': '3' }, text: 'try again in 9s' })).toBe(3000);
});
