import { expect, it } from 'vitest';
import type { AgentTexts, AgentVersionStore } from '#engine/port';
import { createMemoryVersionStore } from '#engine/store';
import type { AgentVersion } from './agent-versions.ts';
import { createAgentVersionFinder } from './task-versions.ts';

const NEVER_CALLED = (): never => {
  throw new Error('not used here');
};

function versionOf(prompt: string): AgentVersion {
  const kept = (): { id: string; texts: AgentTexts } => ({ id: prompt, texts: { prompt } });
  return { model: NEVER_CALLED, kept } as unknown as AgentVersion;
}

function openTaskVersions(
  store: AgentVersionStore | undefined,
  restore = async (texts: AgentTexts): Promise<AgentVersion> => versionOf(texts['prompt'] ?? ''),
) {
  const broken: unknown[] = [];
  const find = createAgentVersionFinder({
    store: async () => store,
    restore,
    onBroken: (why) => void broken.push(why),
  });
  const findPrompt = async (taskId: string, newest: string): Promise<string | undefined> =>
    (await find(taskId, versionOf(newest)))?.kept().id;
  return { broken, findPrompt };
}

it('gives a task the version that another process has recorded', async () => {
  const store = createMemoryVersionStore();
  expect(await openTaskVersions(store).findPrompt('t1', 'One.')).toBe('One.');
  const { findPrompt, broken } = openTaskVersions(store);
  expect(await findPrompt('t1', 'Two.')).toBe('One.');
  expect(await findPrompt('t2', 'Two.')).toBe('Two.');
  expect(broken).toEqual([]);
});

it('uses the newest version without a store', async () => {
  expect(await openTaskVersions(undefined).findPrompt('t1', 'One.')).toBe('One.');
});

it('reports a version that cannot be restored once, and continues with the newest', async () => {
  const store = createMemoryVersionStore();
  for (const id of ['t1', 't2']) await openTaskVersions(store).findPrompt(id, 'One.');
  const why = new Error('the files are of no use');
  const { findPrompt, broken } = openTaskVersions(store, () => Promise.reject(why));
  expect(await findPrompt('t1', 'Two.')).toBe('Two.');
  expect(await findPrompt('t2', 'Two.')).toBe('Two.');
  expect(broken).toEqual([why]);
});

it('chooses no version while the store is away', async () => {
  const why = new Error('away');
  const pin = (): Promise<string> => Promise.reject(why);
  const { findPrompt, broken } = openTaskVersions({ ...createMemoryVersionStore(), pin });
  expect(await findPrompt('t1', 'One.')).toBeUndefined();
  expect(broken).toEqual([why]);
});
