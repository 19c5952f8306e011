import { expect, it } from 'vitest';
import { createMask } from '#core';
import { listSecretsOfTokenResponse, maskBody, maskHeaders, maskUrl } from './mask-message.ts';

const mask = createMask(['word-of-ann']);

it('masks headers that hold credentials, and keeps their scheme', () => {
  const headers = new Headers({
    authorization: 'Bearer abc',
    'x-api-key': 'abc',
    'set-cookie': 'a=b',
    'mcp-session-id': 's-1',
    accept: 'word-of-ann',
  });
  expect(maskHeaders(headers, mask)).toEqual({
    authorization: 'Bearer [secret]',
    'x-api-key': '[secret]',
    'set-cookie': '[secret]',
    'mcp-session-id': 's-1',
    accept: '[secret]',
  });
});

it('masks parameters of URLs', () => {
  expect(maskUrl('https://x.example/mcp?api_key=1&page=2&name=word-of-ann', mask)).toBe(
    'https://x.example/mcp?api_key=[secret]&page=2&name=[secret]',
  );
});

it('masks what is a credential in a login, but not in other messages', () => {
  const body = { code: 'c', state: 's', nested: [{ access_token: 't' }], text: 'word-of-ann' };
  expect(maskBody(body, mask, true)).toEqual({
    code: '[secret]',
    state: '[secret]',
    nested: [{ access_token: '[secret]' }],
    text: '[secret]',
  });
  expect(maskBody(body, mask, false)).toMatchObject({ code: 'c', state: 's' });
});

it('finds the credentials that a response gives', () => {
  expect(
    listSecretsOfTokenResponse({
      access_token: 'a',
      refresh_token: 'b',
      scope: 'c',
      client_secret: 'd',
    }),
  ).toEqual(['a', 'b', 'd']);
});
