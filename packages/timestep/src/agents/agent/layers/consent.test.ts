import { expect, it } from 'vitest';
import type { CallRulingRequest } from '#engine/port';
import type { Mode } from '#agents/folder';
import type { FolderEnvironment } from '../environment/folder-environment.ts';
import { composeEnvironment } from './compose-environment.ts';
import { createPermissionLayer, denyApprovalsWithoutUser } from './consent.ts';

const plain: FolderEnvironment = {
  systemPrompt: () => Promise.resolve(''),
  listChoices: () => Promise.resolve([]),
  reload: () => Promise.resolve(),
  listMissing: () => [],
  listTools: () => [],
  callTool: () => ({ content: '' }),
  close: () => Promise.resolve(),
};
const rules = { deny: ['shell_*'], ask: ['fs_write'], allow: ['fs_*'] };
const request: CallRulingRequest = {
  task: { id: 't', contextId: 'c', agent: 'a', metadata: {} },
  signal: new AbortController().signal,
};

async function verdict(name: string, mode: Mode): Promise<string | undefined> {
  const call = { id: '1', name, arguments: {} };
  const layers = [
    createPermissionLayer({ path: '/x', servers: [], permissions: rules }),
    denyApprovalsWithoutUser(mode),
  ];
  const environment = composeEnvironment(plain, layers);
  return (await environment.judgeCall?.(call, request))?.verdict;
}

it.each([
  ['shell_run', 'deny', 'deny', 'deny'],
  ['fs_write', 'ask', 'deny', 'deny'],
  ['fs_read', 'allow', 'allow', 'allow'],
  ['other', undefined, undefined, undefined],
])('%s: interactive %s, autonomous %s, tools %s', async (name, ...expected) => {
  const modes: readonly Mode[] = ['interactive', 'autonomous', 'tools'];
  expect(await Promise.all(modes.map((mode) => verdict(name, mode)))).toEqual(expected);
});

it('judges nothing without rules', () => {
  const layers = [
    createPermissionLayer({ path: '/x', servers: [], permissions: {} }),
    denyApprovalsWithoutUser('interactive'),
  ];
  expect(composeEnvironment(plain, layers)).toBe(plain);
});

it('passes through every member that no layer names', () => {
  const more = { ...plain, later: () => 'new' };
  const layers = [
    createPermissionLayer({ path: '/x', servers: [], permissions: rules }),
    denyApprovalsWithoutUser('tools'),
  ];
  const composed = composeEnvironment(more, layers);
  expect(Object.keys(composed)).toEqual(expect.arrayContaining(Object.keys(more)));
  expect(Object.entries(composed)).toContainEqual(['later', more.later]);
});
