import { expect, it } from 'vitest';
import { EvalError } from '../eval/index.ts';
import { failureText } from './failure-text.ts';

it.each([
  ['EACCES', 'permission'],
  ['EPERM', 'permission'],
  ['ENOSPC', 'make room'],
  ['EROFS', 'another place'],
  ['ENOENT', 'path'],
  ['ENOTDIR', 'path'],
  ['EMFILE', 'fewer'],
  ['EIO', 'disk'],
])('says what to do about %s, and calls it no defect', (code, advice) => {
  const refused = Object.assign(new Error(`${code}: refused, open 'x'`), { code, syscall: 'open' });
  expect(failureText(refused)).toContain(`${code}: refused, open 'x'`);
  expect(failureText(refused)).toContain(advice);
  expect(failureText(refused)).not.toContain('defect');
});

it('calls a defect what is one, and leaves other messages alone', () => {
  expect(failureText(new TypeError('x is not a function'))).toBe(
    'this is a defect of timestep: x is not a function',
  );
  expect(failureText(new EvalError('bad-run', 'use another folder'))).toBe('use another folder');
});
