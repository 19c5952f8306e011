import { expect, it } from 'vitest';
import { createCardResponse } from './card-response.ts';
import { NO_PUSH } from '../wire/a2a-card.ts';

const url = 'https://agents.example';
const agent = { name: 'weather', description: 'Knows the weather.', version: '1.0.0' };
const changedAt = Date.parse('2026-01-31T12:00:00.700Z');

function cardFor(headers: Readonly<Record<string, string>> = {}): Response {
  const request = new Request(`${url}/.well-known/agent-card.json`, { headers });
  return createCardResponse(request, { agent, url, capabilities: NO_PUSH, changedAt });
}

const etag = cardFor().headers.get('etag') ?? '';

it('says when the card changed, and has a tag for each of its forms', () => {
  expect(cardFor().headers.get('last-modified')).toBe('Sat, 31 Jan 2026 12:00:00 GMT');
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  expect(cardFor({ 'a2a-version': '1.0' }).headers.get('etag')).not.toBe(etag);
});

it.each<readonly [string, Readonly<Record<string, string>>, number]>([
  ['its tag', { 'if-none-match': etag }, 304],
  ['its tag among others', { 'if-none-match': `"a", W/${etag}` }, 304],
  ['any tag', { 'if-none-match': '*' }, 304],
  ['another tag', { 'if-none-match': '"a"' }, 200],
  ['its date', { 'if-modified-since': 'Sat, 31 Jan 2026 12:00:00 GMT' }, 304],
  ['an older date', { 'if-modified-since': 'Sat, 31 Jan 2026 11:59:59 GMT' }, 200],
  ['no date', { 'if-modified-since': 'yesterday' }, 200],
  [
    'another tag and its date',
    { 'if-none-match': '"a"', 'if-modified-since': 'Sat, 31 Jan 2026 12:00:00 GMT' },
    200,
  ],
])('answers a reader who has %s', (_what, headers, status) => {
  expect(cardFor(headers).status).toBe(status);
});
