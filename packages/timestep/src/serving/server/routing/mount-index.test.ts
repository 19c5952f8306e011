import { expect, it } from 'vitest';
import type { Mount } from './mount.ts';
import { indexMounts } from './mount-index.ts';

function mount(prefix: string): Mount {
  return { prefix, answer: () => undefined };
}

it.each([
  ['/', ['']],
  ['/v1/responses', ['/v1', '']],
  ['/v1x/responses', ['']],
  ['/agents/one', ['/agents/one', '']],
  ['/agents/one/mcp', ['/agents/one/mcp', '/agents/one', '']],
  ['/agents/one/mcp/deeper/still', ['/agents/one/mcp', '/agents/one', '']],
  ['/agents/two/mcp', ['']],
  ['', ['']],
])('finds for %s the mounts at and above it, the longest prefix first', (path, prefixes) => {
  const find = indexMounts(['', '/v1', '/agents/one', '/agents/one/mcp'].map(mount));
  expect(find(path).map(({ prefix }) => prefix)).toEqual(prefixes);
});

it('keeps mounts of one prefix in their order', () => {
  const [one, other] = [mount('/v1'), mount('/v1')];
  expect(indexMounts([one, other])('/v1/x')).toEqual([one, other]);
});

it('finds nothing where nothing is mounted', () => {
  expect(indexMounts([])('/v1/responses')).toEqual([]);
});
