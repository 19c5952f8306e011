import { expect, it } from 'vitest';
import { createMask } from './secret-mask.ts';

it('masks values wherever they stand, a longer one before its parts', () => {
  const mask = createMask(['sesame', 'sesame-opens']);
  expect(mask('sesame-opens, then sesame: http://sesame@host')).toBe(
    '[secret], then [secret]: http://[secret]@host',
  );
});

it('masks values as they are written in an address', () => {
  expect(createMask(['a b/c?'])('http://host/?key=a%20b%2Fc%3F or "a b/c?"')).toBe(
    'http://host/?key=[secret] or "[secret]"',
  );
});

it('leaves alone what is too short to be a secret', () => {
  expect(createMask(['', 'abc'])('abc')).toBe('abc');
});
