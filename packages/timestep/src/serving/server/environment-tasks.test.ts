import { expect, it, onTestFinished } from 'vitest';
import type { EnvironmentDefinition, ToolCallContext } from '#protocols/mcp';
import { openMemory } from '#engine/runner';
import { openEnvironmentTasks, type EnvironmentTasksOptions } from './environment-tasks.ts';

const later: EnvironmentDefinition = {
  name: 'mine',
  version: '1',
  tools: [{ name: 'later', task: 'optional', execute: () => 'done' }],
};

async function opened(definition: EnvironmentDefinition, options: EnvironmentTasksOptions = {}) {
  const tasks = await openEnvironmentTasks('mine', () => definition, options);
  onTestFinished(async () => tasks.close(0));
  return tasks.options.callTasks;
}

/** What these functions look at of the context of a call. */
const context = {
  hops: 0,
  approved: false,
  inputs: undefined,
  key: undefined,
  traceparent: undefined,
  mcp: undefined,
  give: () => undefined,
} as unknown as ToolCallContext;

it('keeps nothing where no tool has tasks and no backend is given', async () => {
  const tools = [{ name: 'now', task: 'forbidden', execute: () => 'done' }] as const;
  expect(await opened({ ...later, tools })).toBeUndefined();
});

it('keeps calls in memory for a day after they have ended, and says so', async () => {
  const tasks = await opened(later);
  const begun = await tasks?.begin?.({ name: 'later', arguments: {} }, context);
  expect(begun).toMatchObject({ ttlMs: 24 * 3600 * 1000, stand: { is: 'working' } });
});

it('keeps calls as long as a backend does that is given', async () => {
  const tasks = await opened({ ...later, tools: [] }, { backend: openMemory });
  expect(tasks).toBeDefined();
  const named = await opened(later, { database: ':memory:' });
  const begun = await named?.begin?.({ name: 'later', arguments: {} }, context);
  expect(begun?.ttlMs).toBeUndefined();
});

it('refuses two places at once', async () => {
  const options = { backend: openMemory, database: ':memory:' };
  await expect(openEnvironmentTasks('mine', () => later, options)).rejects.toMatchObject({
    code: 'two-backends',
  });
});
