import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Agent, serve } from '#serving/server';
import { openMemory } from '#engine/runner';
import { createTask, createTestFolder, openTestRunner, runNow } from '../../timestep.fixture.ts';
import { findProductionProblems } from './production.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const KEY = 'a-long-secret-of-a-test';

async function codesOf(...args: Parameters<typeof findProductionProblems>): Promise<string[]> {
  return (await findProductionProblems(...args)).map(({ code }) => code);
}

/** Writes a file of tasks, with a copy of a certain age. */
function fileWithCopy(hours: number) {
  const folder = createTestFolder();
  const file = join(folder, 'tasks.db');
  writeFileSync(file, '', { mode: 0o600 });
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  const copy = join(backups, 'copy.db');
  writeFileSync(copy, '');
  const seconds = NOW / 1000 - hours * 3600;
  utimesSync(copy, seconds, seconds);
  return { file, backups, now: NOW };
}

it('wants a copy of the last day, and a file that its owner alone reads', async () => {
  expect(await codesOf(fileWithCopy(26))).toEqual(['no-url']);
  const old = fileWithCopy(31);
  expect(await codesOf(old)).toEqual(['no-backup', 'no-url']);
  expect(await codesOf({ ...old, backups: join(old.backups, 'none') })).toContain('no-backup');
  const open = fileWithCopy(1);
  chmodSync(open.file, 0o644);
  expect(await codesOf(open)).toEqual(['readable-file', 'no-url']);
});

async function startServer(options: { readonly key?: string; readonly publicUrl?: string }) {
  const model = async () => ({ role: 'assistant', content: 'Yes.' }) as const;
  const serving = await serve({
    agents: [new Agent({ agentId: 'guide', name: 'guide', model })],
    port: 0,
    backend: openMemory,
    ...(options.key !== undefined && { apiKeys: [{ key: options.key, principal: 'user' }] }),
    ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
  });
  onTestFinished(() => serving.close(0));
  // As a proxy with TLS passes requests on.
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname, host } = new URL(input instanceof Request ? input.url : input);
    return serving.fetch(new Request(new URL(pathname, serving.url), { headers: { host } }));
  };
  return fetch;
}

it('finds nothing at a server with keys behind its public name', async () => {
  const url = 'https://agents.example';
  const fetch = await startServer({ key: KEY, publicUrl: url });
  expect(await findProductionProblems({ backups: '', url, now: NOW }, fetch)).toEqual([]);
});

it('finds a server that asks for no key, has no TLS, and calls itself otherwise', async () => {
  const open = await startServer({ publicUrl: 'https://other.example' });
  const site = { backups: '', url: 'http://localhost:1', now: NOW };
  expect(await codesOf(site, open)).toEqual(['no-tls', 'no-key', 'no-key', 'wrong-address']);
});

it('says why a server cannot be reached', async () => {
  const site = { backups: '', url: 'https://agents.example', now: NOW };
  const cause = new Error('certificate has expired');
  const found = await findProductionProblems(site, () =>
    Promise.reject(new TypeError('fetch failed', { cause })),
  );
  expect(found).toMatchObject([
    { code: 'unreachable', message: expect.stringContaining('certificate has expired') },
  ]);
});

it('is part of the command, whose exit code says if something is wrong', async () => {
  const folder = createTestFolder();
  const database = join(folder, 'tasks.db');
  const runner = openTestRunner(database);
  await createTask(runner, 'parrot', 'hello');
  await runner.close(0);
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  const args = ['doctor', '--database', database, '--production', '--backups', backups];
  const without = await runNow(...args);
  expect(without).toMatchObject({ code: 1, stdout: expect.stringContaining('has no backup') });
  await runNow('backup', join(backups, 'copy.db'), '--database', database);
  expect(await runNow(...args)).toMatchObject({ code: 0 });
  const loose = await runNow('doctor', '--database', database, '--backups', backups);
  expect(loose).toMatchObject({ code: 2, stderr: expect.stringContaining('--production') });
});
