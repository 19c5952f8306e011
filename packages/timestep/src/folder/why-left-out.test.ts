import { expect, it } from 'vitest';
import { McpError } from '../mcp/index.ts';
import { whyLeftOut } from './left-out.ts';

function failure(code: string, more: object = {}): McpError {
  const cause = Object.assign(new Error('sesame in a message'), { code, ...more });
  return new McpError('unauthorized', 'sesame', { cause });
}

it.each([
  ['invalid_client', {}, 'its issuer gave no token: oauth.clientId or its secret is wrong'],
  [
    'other-issuer',
    {},
    'no token was asked for: oauth.issuer is not the issuer that the server names',
  ],
  [
    'no-login',
    { command: 'timestep auth login agents/guide sky' },
    'it wants a login, or credentials in its headers: run timestep auth login agents/guide sky',
  ],
  [
    'login-ended',
    { command: 'timestep auth login x' },
    'its login has ended: run timestep auth login x',
  ],
  ['some_code', {}, 'it requires authentication'],
])('says what to do about %s', (code, more, why) => {
  expect(whyLeftOut(failure(code, more))).toBe(`${why} (unauthorized, ${code})`);
});

it('says nothing of a message', () => {
  expect(whyLeftOut(new Error('sesame'))).toBe('it cannot be used');
});
