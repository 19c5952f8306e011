import { afterAll, expect, it } from 'vitest';
import { createSqliteRunner } from './sqlite-runner.ts';
import { echo, NEVER, saying, served, temporaryFiles } from './store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

it('keeps a task of one step in two commits: accepted and begun, answered', async () => {
  const commits: number[] = [];
  const runner = createSqliteRunner({
    path: files.newPath(),
    agents: [served(echo)],
    observeCommit: (phase, writes) => void (phase === 'after' && commits.push(writes)),
  });
  const { id } = await runner.submit(saying('hi'));
  await runner.waitUntilSettled(id, NEVER);
  expect(commits).toEqual([3, 2]);
  await runner.close(0);
});
