import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { createTestFolder } from '../../folder.fixture.ts';
import { readAgentFolder } from '../read-agent-folder.ts';

/** Returns which tools of a server in `mcp.json` are enabled: `other` stands for all others. */
function enabledTools(more: JsonObject): Record<string, boolean> | 'no server' {
  const server = { command: 'node', ...more };
  const folder = createTestFolder({
    'tsagent.json': { metadata: { name: 'a' } },
    'mcp.json': { mcpServers: { files: server } },
  });
  const { servers } = readAgentFolder(folder);
  const [found] = servers;
  if (!found) return 'no server';
  const { serverDefault, tools } = found.enabled;
  return { ...Object.fromEntries(tools), other: serverDefault };
}

it.each<[JsonObject, Record<string, boolean> | 'no server']>([
  [{}, { other: true }],
  [{ excludeTools: ['erase'] }, { erase: false, other: true }],
  [{ disabledTools: ['erase'] }, { erase: false, other: true }],
  [{ disabled_tools: ['erase'] }, { erase: false, other: true }],
  [{ disallowedTools: 'erase, write' }, { erase: false, write: false, other: true }],
  [{ excludeTools: ['*'] }, { '*': false, other: false }],
  [{ includeTools: ['read'] }, { read: true, other: false }],
  [{ enabledTools: ['read'] }, { read: true, other: false }],
  [{ includeTools: [] }, { other: false }],
  [{ includeTools: null }, { other: true }],
  [{ tools: ['read'] }, { read: true, other: false }],
  [{ tools: ['*'] }, { other: true }],
  [
    { includeTools: ['read', 'erase'], excludeTools: ['erase'] },
    { read: true, erase: false, other: false },
  ],
  [
    { includeTools: ['read', 'list'], tools: ['read'] },
    { read: true, other: false },
  ],
  [
    { excludeTools: ['erase'], toolEnabled: { tools: { erase: true } } },
    { erase: false, other: true },
  ],
  [
    { includeTools: ['read'], toolEnabled: { tools: { read: false } } },
    { read: false, other: false },
  ],
  [
    { includeTools: ['read'], toolEnabled: { tools: { list: true } } },
    { read: true, list: false, other: false },
  ],
  [
    { excludeTools: ['*'], toolEnabled: { tools: { list: true } } },
    { '*': false, list: false, other: false },
  ],
  [{ disabled: true }, 'no server'],
  [{ disabled: 'true' }, 'no server'],
  [{ disabled: 'Yes' }, 'no server'],
  [{ disabled: 1 }, 'no server'],
  [{ disabled: 'false' }, { other: true }],
  [{ disabled: null }, { other: true }],
  [{ enabled: 'false' }, 'no server'],
  [{ enabled: true }, { other: true }],
])('%j enables %j', (more, expected) => {
  expect(enabledTools(more)).toEqual(expected);
});

it.each([
  ['exclude_tools', 'did you mean excludeTools?'],
  ['excludeTool', 'did you mean excludeTools?'],
  ['toolEnabeld', 'did you mean toolEnabled?'],
  ['blockedTools', 'would not restrict the tools'],
])('refuses the unknown field %s', (name, message) => {
  expect(() => enabledTools({ [name]: ['erase'] })).toThrow(message);
});

it('accepts fields of other programs that restrict no tools', () => {
  const more = { autoApprovedTools: ['a'], alwaysAllow: ['a'], tool_timeout_sec: 5 };
  expect(enabledTools(more)).toEqual({ other: true });
});

it.each([{ excludeTools: ['erase(*)'] }, { includeTools: 'read*' }, { disabledTools: 7 }])(
  'refuses %j, which would allow more than it says',
  (more) => {
    expect(() => enabledTools(more)).toThrow(Object.keys(more)[0]);
  },
);
