import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { runnerSuite } from '#testing';
import { createSqliteRunner } from './sqlite-runner.ts';
import { makeEarlyFile } from './store.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function newPath(): string {
  files += 1;
  return join(folder, `${files}.db`);
}

describe('SQLite runner', () => {
  it.each(runnerSuite.map((entry) => [entry.name, entry] as const))('%s', async (_name, entry) => {
    await entry.run((agents) => createSqliteRunner({ path: newPath(), agents }));
  });

  it.each(runnerSuite.map((entry) => [entry.name, entry] as const))(
    'on a file of an early release: %s',
    async (_name, entry) => {
      await entry.run((agents) => {
        const path = newPath();
        makeEarlyFile(path);
        return createSqliteRunner({ path, agents });
      });
    },
  );
});
