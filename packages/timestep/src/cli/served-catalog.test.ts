import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openServed } from './served-catalog.ts';
import { newFolder } from './timestep.fixture.ts';

it('serves agents on terms with all that they have without terms', async () => {
  const folder = newFolder();
  for (const name of ['desk', 'sky']) {
    mkdirSync(join(folder, name));
    const manifest = { metadata: { name }, settings: { model: 'builtin:echo' } };
    writeFileSync(join(folder, name, 'tsagent.json'), JSON.stringify(manifest));
  }
  const around = { env: {}, complain: () => undefined };
  const served = await openServed([folder], { expose: ['desk'], 'agent-key': ['sky=key'] }, around);
  onTestFinished(() => served.close());
  const [desk, sky] = ['desk', 'sky'].map((id) => served.agents.get(id));
  expect([desk?.isExposed, sky?.isExposed, sky?.apiKeys]).toEqual([
    true,
    false,
    { key: 'api-key' },
  ]);
  expect(desk?.mayCall?.()).toEqual([]);
  for (const part of [desk?.files, desk?.choices, desk?.servers]) expect(part).toBeDefined();
  expect(desk?.description.name).toBe('desk');
});
