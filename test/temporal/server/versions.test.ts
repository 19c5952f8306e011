import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTemporal } from '@timestep-ai/temporal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPECTED_STORY, tellVersionStory } from '../../interop/version-story.ts';
import { startPostgres, type PostgresServer } from '../postgres-server.ts';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
chmodSync(folder, 0o755);
let temporal: TemporalServer;
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres(join(folder, 'postgres'));
  temporal = await startTemporal(join(folder, 'temporal.db'));
});
afterAll(async () => {
  await temporal?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

it.each(['PostgreSQL', 'a file'])(
  'keeps prompt, tools and skills of a waiting task in another worker, with its tasks in %s',
  async (kind) => {
    const database = kind === 'a file' ? join(folder, 'tasks.db') : postgres.url;
    const { address } = temporal;
    const taskQueue = `versions-${kind.length}`;
    const story = await tellVersionStory((needs) =>
      openTemporal({ ...needs, database, address, taskQueue }),
    );
    expect(story).toEqual(EXPECTED_STORY);
  },
);
