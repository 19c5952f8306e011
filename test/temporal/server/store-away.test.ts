import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTemporal } from '@timestep-ai/temporal';
import { buildTranscript, type Task } from '@timestep-ai/timestep/core';
import { RunnerError, type Backend, type ServedAgent } from '@timestep-ai/timestep/port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../postgres-server.ts';
import { startTemporal, type TemporalServer } from '../temporal-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
chmodSync(folder, 0o755);
const never = new AbortController().signal;
let temporal: TemporalServer;
let postgres: PostgresServer;
let opened: Backend;
const gate = Promise.withResolvers<void>();
const begun = Promise.withResolvers<void>();
let calls = 0;
const failures: unknown[] = [];

const agent: ServedAgent = {
  name: 'thinker',
  async agent() {
    calls += 1;
    begun.resolve();
    await gate.promise;
    return { role: 'assistant', content: 'thought' };
  },
  toolSite: 'server',
  limits: { max_steps: 3, time_limit_s: 60 },
  environment: () => ({ listTools: () => [], callTool: async () => ({ content: '' }) }),
};

beforeAll(async () => {
  postgres = await startPostgres(join(folder, 'postgres'));
  temporal = await startTemporal(join(folder, 'temporal.db'));
  const { address } = temporal;
  opened = await openTemporal({
    agents: [agent],
    address,
    database: postgres.url,
    onError: (thrown) => failures.push(thrown),
  });
});
afterAll(async () => {
  await opened?.close(0);
  await temporal?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

it('keeps what was being done while its store was away, and asks nobody twice', async () => {
  const { runner } = opened;
  const message = { role: 'user', content: 'think' } as const;
  const said = { principal: '', agent: 'thinker', messageId: 'm1', message };
  const { id } = await runner.submit(said);
  await begun.promise;
  await postgres.crash();
  expect(await codeOf(runner.submit({ ...said, messageId: 'm2' }))).toBe('unavailable');
  expect(await codeOf(runner.get(id))).toBe('unavailable');
  // The answer comes while it cannot be written down.
  const before = failures.length;
  gate.resolve();
  await expect.poll(() => failures.length).toBeGreaterThan(before + 1);
  await postgres.restart();
  const ended = await eventually(() => runner.waitUntilSettled(id, never));
  expect(ended.state).toBe('completed');
  expect(buildTranscript(ended).at(-1)?.content).toBe('thought');
  expect(calls).toBe(1);
  const second = await runner.submit({ ...said, messageId: 'm2' });
  expect((await runner.waitUntilSettled(second.id, never)).state).toBe('completed');
});

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (thrown: unknown) => (thrown instanceof RunnerError ? thrown.code : thrown),
  );
}

/** As a client does that was told to come again. */
async function eventually(work: () => Promise<Task>): Promise<Task> {
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof RunnerError && thrown.code === 'unavailable')) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
