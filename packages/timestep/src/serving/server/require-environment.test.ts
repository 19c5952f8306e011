import { expect, it } from 'vitest';
import { requireNamedOrOnlyEnvironment } from './loop.ts';

it('lets one environment serve any context', () => {
  expect(requireNamedOrOnlyEnvironment('anything', { default: 'http://one/mcp' })).toBe(
    'http://one/mcp',
  );
});

it('picks the environment of the context among several', () => {
  expect(requireNamedOrOnlyEnvironment('b', { a: 'http://a/mcp', b: 'http://b/mcp' })).toBe(
    'http://b/mcp',
  );
});

it.each(['c', 'toString'])('fails for context %s, naming the known ones', (contextId) => {
  expect(() =>
    requireNamedOrOnlyEnvironment(contextId, { a: 'http://a/mcp', b: 'http://b/mcp' }),
  ).toThrow(
    expect.objectContaining({ code: 'unknown-context', message: expect.stringContaining('a, b') }),
  );
});
