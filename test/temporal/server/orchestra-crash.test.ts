import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLES } from '../../crash/orchestra/orders.ts';
import { orchestraStory } from '../../crash/orchestra/story.ts';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
let server: TemporalServer;

beforeAll(async () => {
  server = await startTemporal(join(folder, 'temporal.db'));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

it('answers once whichever process is killed, or all of them, where each runs on Temporal', async () => {
  const { told, breaches } = await orchestraStory({
    backing: { kind: 'temporal', address: server.address },
    scenes: (points) => {
      const places = ROLES.map((role) => ({ role, at: Math.floor(points[role] * 0.72) }));
      return [
        ...places.map((place) => ({ kind: 'one killed', strikes: [place] })),
        { kind: 'all killed', strikes: [{ role: 'coordinator', at: 10, isForAll: true }] },
      ];
    },
  });
  expect(breaches).toEqual([]);
  expect(told.get('one killed')).toEqual({ scenes: 3, kills: 3 });
  expect(told.get('all killed')).toEqual({ scenes: 1, kills: 1 });
});
