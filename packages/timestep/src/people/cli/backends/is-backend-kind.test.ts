import { expect, it } from 'vitest';
import { sqliteBackend } from '#engine/runner';
import { isBackendKind } from './is-backend-kind.ts';

it('knows a backend, also one that is an object of a class', () => {
  expect(isBackendKind(sqliteBackend)).toBe(true);
  expect(isBackendKind(Object.create(sqliteBackend))).toBe(true);
});

it.each([
  ['nothing', undefined],
  ['null', null],
  ['a function', () => sqliteBackend],
  ['one without a part', { ...sqliteBackend, examine: undefined }],
  ['one with a part that is null', { ...sqliteBackend, options: null }],
  ['one with a part of another sort', { ...sqliteBackend, hasWorkers: 'yes' }],
])('knows that %s is none', (_name, value) => {
  expect(isBackendKind(value)).toBe(false);
});
