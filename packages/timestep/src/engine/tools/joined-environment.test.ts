import { expect, it } from 'vitest';
import type { TaskMeta, ToolEnvironment } from '#engine/port';
import { functionEnvironment } from './function-environment.ts';
import { joinEnvironments } from './joined-environment.ts';

const { signal } = new AbortController();
const task: TaskMeta = { id: 't', contextId: 'c', agent: 'a', metadata: {} };
const context = { key: 'k', attempt: 1, task, signal };
const own = functionEnvironment({ look: () => 'own', add: () => 'sum' }, 'Be brief.');
const further = functionEnvironment({ look: () => 'further', fetch: () => 'page' }, 'Be long.');

function calling(name: string) {
  return { id: 'i', name, arguments: {} };
}

it('has the tools of all, and calls each where it is, the earlier one first', async () => {
  const joined = joinEnvironments(own, [further]);
  const names = (await joined.listTools(signal)).map((tool) => tool.function.name);
  expect(names).toEqual(['look', 'add', 'fetch']);
  expect(await joined.callTool(calling('look'), context)).toMatchObject({ content: 'own' });
  expect(await joined.callTool(calling('fetch'), context)).toMatchObject({ content: 'page' });
  await expect(joined.callTool(calling('none'), context)).rejects.toThrow('unknown_tool:none');
  expect(await joined.systemPrompt?.('a', signal)).toBe('Be brief.');
});

it('finds the owner of a tool before the tools were listed', async () => {
  const joined = joinEnvironments(own, [further]);
  expect(await joined.callTool(calling('fetch'), context)).toMatchObject({ content: 'page' });
  expect(await joined.probeTool?.(calling('fetch'), context)).toBe('unknown');
});

it('shows the model the tools of the others, whatever the first one chooses', async () => {
  const choosing: ToolEnvironment = {
    ...own,
    selectContext: () => ({ items: [], tools: ['add'] }),
  };
  const request = { task, messages: [], signal };
  const joined = joinEnvironments(choosing, [further]);
  expect(await joined.selectContext?.(request)).toEqual({ items: [], tools: ['add', 'fetch'] });
  expect(joinEnvironments(own, [further])).not.toHaveProperty('selectContext');
});

it('judges the tools of all by the rules of the first, then by their own', async () => {
  const strict: ToolEnvironment = {
    ...own,
    judgeCall: ({ name }) => (name === 'fetch' ? { verdict: 'deny' } : undefined),
  };
  const asking: ToolEnvironment = { ...further, judgeCall: () => ({ verdict: 'ask' }) };
  const request = { task, signal };
  expect(await joinEnvironments(strict, [further]).judgeCall?.(calling('fetch'), request)).toEqual({
    verdict: 'deny',
  });
  const joined = joinEnvironments(own, [asking]);
  expect(await joined.judgeCall?.(calling('fetch'), request)).toEqual({ verdict: 'ask' });
  expect(await joined.judgeCall?.(calling('add'), request)).toBeUndefined();
});
