import { expect, it } from 'vitest';
import type { JudgeRequest } from '../port/index.ts';
import { withoutAsking } from './alone-environment.ts';
import type { FolderEnvironment } from './folder-environment.ts';
import { judging } from './judging-environment.ts';
import type { Mode } from './tool-offer.ts';

const plain: FolderEnvironment = {
  systemPrompt: () => Promise.resolve(''),
  choices: () => Promise.resolve([]),
  reload: () => Promise.resolve(),
  leftOut: () => [],
  listTools: () => [],
  callTool: () => ({ content: '' }),
  close: () => Promise.resolve(),
};
const rules = { deny: ['shell_*'], ask: ['fs_write'], allow: ['fs_*'] };
const request: JudgeRequest = {
  task: { id: 't', contextId: 'c', agent: 'a', metadata: {} },
  signal: new AbortController().signal,
};

async function verdict(name: string, mode: Mode): Promise<string | undefined> {
  const call = { id: '1', name, arguments: {} };
  const environment = withoutAsking(judging(plain, rules), mode);
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
  expect(withoutAsking(judging(plain, {}), 'interactive')).toBe(plain);
});
