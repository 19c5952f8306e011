import { expect, it } from 'vitest';
import { requireEnvironment } from './loop.ts';

it('lets one environment serve any context', () => {
  expect(requireEnvironment('anything', { default: 'http://one/mcp' })).toBe('http://one/mcp');
});

it('picks the environment of the context among several', () => {
  expect(requireEnvironment('b', { a: 'http://a/mcp', b: 'http://b/mcp' })).toBe('http://b/mcp');
});

it.each(['c', 'toString'])('fails for context %s, naming the known ones', (contextId) => {
  expect(() => requireEnvironment(contextId, { a: 'http://a/mcp', b: 'http://b/mcp' })).toThrow(
    expect.objectContaining({ code: 'unknown-context', message: expect.stringContaining('a, b') }),
  );
});
