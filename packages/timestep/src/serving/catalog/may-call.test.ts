import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestCatalog, createTestFolder, writeAgent } from './catalog.fixture.ts';

it('says by their ids which agents an agent may call, as its files say now', async () => {
  const folder = createTestFolder();
  const desk = writeAgent(join(folder, 'desk'), 'Desk');
  writeAgent(join(folder, 'sky'), 'Sky');
  const back = JSON.stringify({ metadata: { name: 'Sky' }, agents: ['../desk'] });
  writeFileSync(join(folder, 'sky', 'tsagent.json'), back);
  const manifest = { metadata: { name: 'Desk' }, agents: ['../sky', '../sky/tsagent.json'] };
  writeFileSync(join(desk, 'tsagent.json'), JSON.stringify(manifest));
  const catalog = await openTestCatalog([desk]);
  expect(catalog.servables.get('desk')?.mayCall?.()).toEqual(['sky']);
  expect(catalog.servables.get('sky')?.mayCall?.()).toEqual(['desk']);
  writeFileSync(join(desk, 'tsagent.json'), JSON.stringify({ metadata: { name: 'Desk' } }));
  await catalog.refresh();
  expect(catalog.servables.get('desk')?.mayCall?.()).toEqual([]);
});
