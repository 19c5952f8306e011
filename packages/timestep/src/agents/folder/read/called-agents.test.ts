import { expect, it } from 'vitest';
import { memoryStorage } from '../storage/memory-storage.ts';
import { applyEdit } from '../write/apply-edit.ts';
import { cloneAgent } from '../write/clone-agent.ts';
import { loadAgentMetadata } from '../write/load-metadata.ts';
import { importAgent } from '../write/import-agent.ts';
import { planMetadataEdit } from '../write/edit-manifest.ts';

const metadata = { name: 'Desk' };

function storageOf(agents: unknown, more: object = {}) {
  const manifest = JSON.stringify({ metadata, agents, ...more }, undefined, 2);
  return memoryStorage({ 'tsagent.json': manifest });
}

it('reads where the agents are that a folder names, from the folder', async () => {
  const storage = storageOf(['../weather', 'https://agents.example/sky']);
  const { agents = [] } = await loadAgentMetadata(storage);
  expect(agents[0]).toMatch(/[/\\]weather$/);
  expect(agents[1]).toBe('https://agents.example/sky');
  expect(await loadAgentMetadata(storageOf([]))).not.toHaveProperty('agents');
});

it.each([
  [['../weather', ''], /tsagent\.json:\d+ agents\[1\] must be a path or an address/],
  [['ftp://agents.example'], /agents\[0\] must be a path or an address/],
  [['https://ann:secret@agents.example'], /agents\[0\] must not contain credentials/],
  ['../weather', /agents must be a list of strings/],
])('says where %j is wrong', async (agents, message) => {
  await expect(loadAgentMetadata(storageOf(agents))).rejects.toThrow(message);
});

it('keeps the list where the agent is edited, cloned and imported', async () => {
  const agents = ['../weather'];
  const storage = storageOf(agents);
  await applyEdit(storage, await planMetadataEdit(storage, { description: 'Helps' }));
  const cloned = memoryStorage({});
  await cloneAgent(storage, cloned);
  const imported = memoryStorage({});
  await importAgent(cloned, imported, { name: 'Other' });
  for (const one of [storage, cloned, imported]) {
    const { contents } = (await one.read('tsagent.json')) ?? {};
    expect(JSON.parse(new TextDecoder().decode(contents))).toMatchObject({ agents });
  }
});
