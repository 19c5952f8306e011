import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { LoginStore } from '#engine/port';
import { createRunStarter } from './run-starter.ts';

it('runs a suite with the logins of the person who serves the page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'suites-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'own.jsonl'), '');
  const logins: LoginStore = {
    list: async () => [],
    find: async () => undefined,
    change: async () => undefined,
  };
  const agent = { id: 'guide', spec: 'folder:guide' };
  const runs: object[] = [];
  const failures: unknown[] = [];
  const starts = createRunStarter(
    join(folder, 'runs'),
    { suites: folder, agents: () => [agent], logins },
    async () => async (run) => void runs.push(run),
    (thrown) => failures.push(thrown),
  );
  const asked = { suite: 'own.jsonl', agent: 'guide', trials: 1, concurrency: 1 };
  await starts.start({ name: 'first', ...asked });
  await starts.close();
  expect([runs, failures]).toEqual([[expect.objectContaining({ agent, logins })], []]);
});
