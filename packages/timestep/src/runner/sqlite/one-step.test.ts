import { statSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { createSqliteRunner } from './sqlite-runner.ts';
import { echo, NEVER, saying, served, temporaryFiles } from './store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

it('keeps a task of one step in three commits: accepted, begun, answered', async () => {
  const commits: number[] = [];
  const runner = createSqliteRunner({
    path: files.newPath(),
    agents: [served(echo)],
    observeCommit: (phase, writes) => void (phase === 'after' && commits.push(writes)),
  });
  const { id } = await runner.submit(saying('hi'));
  await runner.settled(id, NEVER);
  expect(commits).toEqual([1, 2, 2]);
  await runner.close(0);
});

it('writes at most so much ahead for a task of one step', async () => {
  const path = files.newPath();
  const runner = createSqliteRunner({ path, agents: [served(echo)] });
  const done = async (name: string): Promise<void> => {
    await runner.settled((await runner.submit(saying(name))).id, NEVER);
  };
  for (let task = 0; task < 20; task += 1) await done(`first ${task}`);
  const before = statSync(`${path}-wal`).size;
  for (let task = 0; task < 20; task += 1) await done(`then ${task}`);
  const bytes = (statSync(`${path}-wal`).size - before) / 20;
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(20_000);
  await runner.close(0);
});
