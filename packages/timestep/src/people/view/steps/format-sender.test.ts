import { expect, it } from 'vitest';
import { formatSender } from './format-sender.ts';

it.each([
  [{ principal: 'ana', entry: 'page' }, 'ana, on the page'],
  [{ principal: 'ana' }, 'ana'],
  [{ entry: 'terminal' }, 'a user of this server, in a terminal'],
] as const)('says of %o: %s', (by, words) => {
  expect(formatSender(by)).toBe(words);
});
