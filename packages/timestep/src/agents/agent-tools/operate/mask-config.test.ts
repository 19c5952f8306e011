import { expect, it } from 'vitest';
import { maskConfig } from './mask-config.ts';

it('keeps names of secrets, and masks what holds one', () => {
  const written = {
    command: 'serve',
    cwd: '.',
    args: ['--token', 'abc', '--api-key=k', '--api-key=${env:KEY}', '--level', 'open-sesame'],
    env: { API_KEY: 'k', TOKEN: '${env:TOKEN}', STORED_SECRET: 'op://a/b/c', LEVEL: 'info' },
    headers: { authorization: 'Bearer ${env:TOKEN}', 'x-id': 'me' },
    url: 'https://ann:pass@host.example/mcp?key=1&who=${env:WHO}#part',
  };
  expect(maskConfig(written, (text) => text.replaceAll('open-sesame', '[secret]'))).toEqual({
    command: 'serve',
    cwd: '.',
    args: [
      '--token',
      '[secret]',
      '--api-key=[secret]',
      '--api-key=${env:KEY}',
      '--level',
      '[secret]',
    ],
    env: { API_KEY: '[secret]', TOKEN: '${env:TOKEN}', STORED_SECRET: 'op://a/b/c', LEVEL: 'info' },
    headers: { authorization: 'Bearer ${env:TOKEN}', 'x-id': '[secret]' },
    url: 'https://ann:[secret]@host.example/mcp?key=[secret]&who=${env:WHO}#part',
  });
});

it('leaves what is described in another way as it is', () => {
  const written = { type: 'internal', args: 'x', env: [], headers: 1 };
  expect(maskConfig(written, (text) => text)).toEqual(written);
});
