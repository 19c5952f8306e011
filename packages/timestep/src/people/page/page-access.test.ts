import { expect, it } from 'vitest';
import {
  choosePageAccess,
  isOperator,
  type PageAccess,
  type ServerAuthOptions,
} from './page-access.ts';

const KEYS = [{ key: 'secret', principal: 'ann' }];
const OAUTH = { issuer: 'https://login.example' };
const LAUNCH: PageAccess = { kind: 'token', token: 't' };
const ANN: PageAccess = { kind: 'keys', operators: ['ann'] };

it.each<[string, ServerAuthOptions, PageAccess | undefined]>([
  ['nothing', {}, LAUNCH],
  ['keys', { apiKeys: KEYS, host: '0.0.0.0' }, ANN],
  ['keys and an issuer', { apiKeys: KEYS, oauth: OAUTH, host: '0.0.0.0' }, ANN],
  ['an issuer, on this machine', { oauth: OAUTH, host: '127.0.0.1' }, LAUNCH],
  ['an issuer, on another address', { oauth: OAUTH, host: '0.0.0.0' }, undefined],
])('of a server with %s', (_what, checks, access) => {
  expect(choosePageAccess(checks, 't')).toEqual(access);
});

it('keeps out callers with a token of an issuer', () => {
  expect(isOperator(ANN, 'ann')).toBe(true);
  expect(isOperator(ANN, 'https://login.example#ann')).toBe(false);
});
