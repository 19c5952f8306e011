import { expect, it } from 'vitest';
import { McpError } from '#protocols/mcp';
import { describeServerFailure } from './server-failure.ts';

function failure(code: string, more: object = {}): McpError {
  const cause = Object.assign(new Error('sesame in a message'), { code, ...more });
  return new McpError('unauthorized', 'sesame', { cause });
}

it.each([
  ['invalid_client', {}, 'its issuer returned no token: oauth.clientId or its secret is wrong'],
  [
    'other-issuer',
    {},
    'no token was requested: oauth.issuer is not the issuer that the server names',
  ],
  [
    'no-login',
    { command: 'timestep auth login agents/guide sky' },
    'it requires a login, or credentials in its headers: run timestep auth login agents/guide sky',
  ],
  [
    'login-ended',
    { command: 'timestep auth login x' },
    'its login has expired: run timestep auth login x',
  ],
  ['some_code', {}, 'it requires authentication'],
])('says what to do about %s', (code, more, why) => {
  expect(describeServerFailure(failure(code, more))).toBe(`${why} (unauthorized, ${code})`);
});

it('says nothing of a message', () => {
  expect(describeServerFailure(new Error('sesame'))).toBe('it cannot be used');
});
