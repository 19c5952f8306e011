import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadAgentFolder } from '#agents/agent';
import { agentBuiltinEcho } from '#agents/model';
import { Agent } from '#serving/server';
import { openTestCatalog, createTestFolder, writeAgent } from './catalog.fixture.ts';

const CARD = {
  provider: { organization: 'Example', url: 'https://example.com' },
  documentationUrl: 'https://example.com/docs',
  iconUrl: 'https://example.com/icon.png',
};

it('says on the card what the files say, of an agent of a catalog and of one by itself', async () => {
  const folder = writeAgent(join(createTestFolder(), 'sky'), 'Sky', CARD);
  const catalog = await openTestCatalog([folder]);
  expect(catalog.servables.get('sky')?.description).toMatchObject(CARD);
  const definition = loadAgentFolder(folder, { model: agentBuiltinEcho });
  onTestFinished(() => definition.close());
  expect(new Agent(definition).description).toMatchObject(CARD);
});

it('has the output schema of the files, of an agent of a catalog and of one by itself', async () => {
  const folder = join(createTestFolder(), 'sky');
  mkdirSync(folder, { recursive: true });
  const output = { type: 'object', required: ['city'] };
  const manifest = { metadata: { name: 'Sky' }, output };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  const catalog = await openTestCatalog([folder]);
  const definition = loadAgentFolder(folder, { model: agentBuiltinEcho });
  onTestFinished(() => definition.close());
  for (const agent of [catalog.servables.get('sky'), new Agent(definition)]) {
    expect(agent?.loop.output).toMatchObject({ schema: output });
    expect(agent?.loop.output).toBe(agent?.loop.output);
    expect(agent?.description.outputModes).toEqual(['application/json', 'text/plain']);
  }
});

it('names what is missing of a provider', async () => {
  const provider = { organization: 'Example' };
  const catalog = await openTestCatalog([
    writeAgent(join(createTestFolder(), 'sky'), 'Sky', { provider }),
  ]);
  expect(catalog.list()[0]?.health.why).toContain('metadata.provider.url');
});
