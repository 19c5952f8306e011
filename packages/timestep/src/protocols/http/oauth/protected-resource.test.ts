import { expect, it } from 'vitest';
import { findResourceOfMetadataPath, getResourcePath } from './protected-resource.ts';

it.each([
  ['/', ''],
  ['/message:send', ''],
  ['/mcp', '/mcp'],
  ['/mcpx', ''],
  ['/v1/responses', '/v1'],
  ['/agents/a', '/agents/a'],
  ['/agents/a/tasks/t', '/agents/a'],
  ['/agents/a/mcp', '/agents/a/mcp'],
  ['/agents/a/agui', '/agents/a/agui'],
])('takes %s as part of the resource "%s"', (path, resource) => {
  expect(getResourcePath(path)).toBe(resource);
});

it.each([
  ['/.well-known/oauth-protected-resource', ''],
  ['/.well-known/oauth-protected-resource/', ''],
  ['/.well-known/oauth-protected-resource/agents/a/mcp', '/agents/a/mcp'],
  ['/.well-known/oauth-protected-resource/agents/a/tasks', undefined],
  ['/.well-known/oauth-protected-resourceful', undefined],
  ['/agents/a', undefined],
])('is asked at %s for the metadata of %s', (path, resource) => {
  expect(findResourceOfMetadataPath(path)).toBe(resource);
});
