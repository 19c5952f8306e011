import { expect, it } from 'vitest';
import { EvalError } from '#eval';
import { formatError } from './format-error.ts';

it.each([
  ['EACCES', 'permission'],
  ['EPERM', 'permission'],
  ['ENOSPC', 'free some space'],
  ['EROFS', 'another path'],
  ['ENOENT', 'path'],
  ['ENOTDIR', 'path'],
  ['EMFILE', 'reduce'],
  ['EIO', 'disk'],
])('says what to do about %s, and calls it no defect', (code, advice) => {
  const refused = Object.assign(new Error(`${code}: refused, open 'x'`), { code, syscall: 'open' });
  expect(formatError(refused)).toContain(`${code}: refused, open 'x'`);
  expect(formatError(refused)).toContain(advice);
  expect(formatError(refused)).not.toContain('defect');
});

it('calls a defect what is one, and leaves other messages alone', () => {
  expect(formatError(new TypeError('x is not a function'))).toBe(
    'this is a bug in timestep: x is not a function',
  );
  expect(formatError(new EvalError('bad-run', 'use another folder'))).toBe('use another folder');
});
