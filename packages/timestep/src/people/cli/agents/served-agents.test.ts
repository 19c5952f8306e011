import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openServedAgents } from './served-agents.ts';
import { createOptionValues } from '../command.ts';
import { createTestFolder } from '../timestep.fixture.ts';

it('serves agents on terms with all that they have without terms', async () => {
  const folder = createTestFolder();
  for (const name of ['desk', 'sky']) {
    mkdirSync(join(folder, name));
    const manifest = { metadata: { name }, settings: { model: 'builtin:echo' } };
    writeFileSync(join(folder, name, 'tsagent.json'), JSON.stringify(manifest));
  }
  const context = { env: {}, writeError: () => undefined };
  const served = await openServedAgents(
    [folder],
    createOptionValues({ expose: ['desk'], 'agent-key': ['sky=key'] }),
    context,
  );
  onTestFinished(() => served.close());
  const [desk, sky] = ['desk', 'sky'].map((id) => served.agents.get(id));
  expect([desk?.isExposed, sky?.isExposed, sky?.apiKeys]).toEqual([
    true,
    false,
    [{ key: 'key', principal: 'api-key' }],
  ]);
  expect(desk?.mayCall?.()).toEqual([]);
  for (const part of [desk?.files, desk?.choices, desk?.servers]) expect(part).toBeDefined();
  expect(desk?.description.name).toBe('desk');
});
