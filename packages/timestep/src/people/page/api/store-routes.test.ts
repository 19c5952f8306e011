import { afterEach, expect, it } from 'vitest';
import { TimestepError } from '#core';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, serve, type Serving } from '#serving/server';
import type { StoreMaintenance } from '../maintenance/store-maintenance.ts';
import { createPageProtocol } from '../page-protocol.ts';

const TOKEN = 'a-token';
const EXAMINATION = { place: 'tasks.db', seen: [{ name: 'Size', text: '1 KiB' }], findings: [] };

class Refused extends TimestepError {}

let serving: Serving;

afterEach(() => serving.close(0));

async function open(upkeep?: StoreMaintenance): Promise<void> {
  const model = scriptedAgent(() => 'Hello.');
  serving = await serve({
    agents: [new Agent({ agentId: 'guide', name: 'Guide', model })],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({
        access: { kind: 'token', token: TOKEN },
        files: async () => new Map(),
        maintenance: upkeep,
      }),
    ],
  });
}

async function at(path: string, body?: unknown, token = TOKEN): Promise<[number, unknown]> {
  const response = await serving.fetch(
    new Request(`${serving.url}/ui/api/operating${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    }),
  );
  return [response.status, await response.json()];
}

function upkeepOf(own: Partial<StoreMaintenance> = {}): StoreMaintenance {
  return {
    retention: '30d',
    examine: async () => EXAMINATION,
    copies: async () => ({ folder: 'backups', files: [] }),
    backUp: async () => ({ file: 'backups/a.db', tasks: 1, events: 5, bytes: 4096 }),
    prune: async ({ isDryRun }) => ({ tasks: isDryRun ? 2 : 1, events: 9, bytes: 100 }),
    ...own,
  };
}

it('shows the database, its copies, and how long tasks are kept', async () => {
  await open(upkeepOf());
  const copies = { folder: 'backups', files: [] };
  const report = { isKept: true, examination: EXAMINATION, copies, retention: '30d' };
  expect(await at('/store')).toEqual([200, report]);
});

it('copies it, says what would be deleted, and deletes it', async () => {
  await open(upkeepOf());
  expect(await at('/copies', {})).toMatchObject([200, { file: 'backups/a.db', tasks: 1 }]);
  expect(await at('/prune', { days: 3, isDryRun: true })).toMatchObject([200, { tasks: 2 }]);
  expect(await at('/prune', { days: 3, isDryRun: false })).toMatchObject([200, { tasks: 1 }]);
});

it('refuses an order that cannot be read, before it is carried out', async () => {
  await open(upkeepOf({ prune: () => Promise.reject(new Error('carried out')) }));
  const [status, body] = await at('/prune', { days: 0, isDryRun: false });
  expect([status, body]).toMatchObject([400, { error: { code: 'bad-request' } }]);
});

it('passes on what the database refuses, as a sentence', async () => {
  const message = 'copy PostgreSQL with pg_dump';
  await open(upkeepOf({ backUp: () => Promise.reject(new Refused('use-pg-dump', message)) }));
  expect(await at('/copies', {})).toEqual([409, { error: { code: 'use-pg-dump', message } }]);
});

it('says so where there is no database to look after', async () => {
  await open();
  expect(await at('/store')).toEqual([200, { isKept: false }]);
  for (const path of ['/copies', '/prune']) {
    expect(await at(path, {})).toMatchObject([404, { error: { code: 'no-upkeep' } }]);
  }
});

it('is for operators alone', async () => {
  await open(upkeepOf());
  for (const path of ['/store', '/copies', '/prune']) {
    const [status] = await at(path, path === '/store' ? undefined : {}, 'another');
    expect(status).toBe(401);
  }
});
