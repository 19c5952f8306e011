import { expect, it } from 'vitest';
import { createLiveMask } from './live-mask.ts';
import { createSecretList } from './secret-list.ts';

it('masks a token from the moment when it is had', () => {
  const secrets = createSecretList(['sesame']);
  const { mask, getLongestLength: longest } = createLiveMask(secrets.listAll);
  expect([mask('sesame token-1'), longest()]).toEqual(['[secret] token-1', 6]);
  secrets.add('token-1');
  expect([mask('sesame token-1'), longest()]).toEqual(['[secret] [secret]', 7]);
  expect(secrets.listTokens()).toEqual(['token-1']);
});

it('forgets the oldest tokens, and no other secret', () => {
  const secrets = createSecretList(['sesame']);
  for (let number = 0; number < 100; number += 1) secrets.add(`token-${number}`);
  secrets.add('token-99');
  const { mask } = createLiveMask(secrets.listAll);
  expect(mask('sesame token-1; token-99')).toBe('[secret] token-1; [secret]');
  expect(secrets.listTokens()).toHaveLength(8);
});
