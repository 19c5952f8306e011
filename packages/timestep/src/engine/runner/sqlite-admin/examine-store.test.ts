import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { examineStore } from './examine-store.ts';
import { newStorePath, openRunner, settledTask, startedTask } from './store.fixture.ts';

function codes({ findings }: Awaited<ReturnType<typeof examineStore>>): string[] {
  return findings.map(({ code }) => code);
}

it('finds nothing wrong while a runner works', async () => {
  const path = newStorePath();
  const runner = openRunner(path);
  await settledTask(runner, 'parrot', 'hello');
  await settledTask(runner, 'asker', 'hello');
  await startedTask(runner, 'thinker', 'hello');
  const { facts, findings } = await examineStore(path, Date.now());
  expect(findings).toEqual([]);
  expect(facts).toMatchObject({
    schemaVersion: expect.any(Number),
    owners: [{ life: 'alive' }],
    underWay: [{ agent: 'thinker' }],
    oldestWaiting: [{ agent: 'asker' }],
    leftoverLocks: [],
  });
  expect(facts?.tasksByState).toMatchObject({ completed: 1, 'input-required': 1 });
});

it('finds an owner that does not respond', async () => {
  const path = newStorePath();
  await startedTask(openRunner(path), 'thinker', 'hello');
  expect(codes(await examineStore(path, Date.now() + 3600_000))).toEqual(['silent-owner']);
});

it('finds tasks whose owner is gone, and locks left over', async () => {
  const path = newStorePath();
  await startedTask(openRunner(path), 'thinker', 'hello');
  const database = new DatabaseSync(path);
  database.exec("UPDATE task SET owner = 'dead'; INSERT INTO owner VALUES ('dead', 0)");
  database.close();
  const left = [`${path}.owner-older`, `${path}.owner-older-journal`];
  for (const file of left) writeFileSync(file, '');
  const { facts, findings } = await examineStore(path, Date.now());
  expect(findings.map(({ code }) => code)).toEqual(['stuck-task', 'leftover-lock']);
  expect(facts?.leftoverLocks).toEqual(left);
  expect(facts?.owners).toContainEqual({ id: 'dead', leaseUntil: 0, life: 'gone' });
});

it.each([
  ['a gap', 'DELETE FROM event WHERE generation = 2'],
  ['a record that cannot be read', "UPDATE event SET body = '{' WHERE generation = 2"],
  ['events of no task', 'DELETE FROM task'],
])('finds a log with %s', async (_name, sql) => {
  const path = newStorePath();
  const { id } = await settledTask(openRunner(path), 'parrot', 'hello');
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  const { facts, findings } = await examineStore(path, Date.now());
  expect(findings.map(({ code }) => code)).toEqual(['broken-log']);
  expect(facts?.brokenLogs).toEqual([id]);
});

it('tells a log that is nested too deep from a damaged one', async () => {
  const path = newStorePath();
  const { id } = await settledTask(openRunner(path), 'parrot', 'hello');
  const { id: damaged } = await settledTask(openRunner(path), 'parrot', 'hi');
  const database = new DatabaseSync(path);
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const change = database.prepare(
    'UPDATE event SET body = substr(body, 1, length(body) - 1) || :more WHERE task_id = :id',
  );
  change.run({ id, more: `,"extra":${deep}}` });
  const isSound = await examineStore(path, Date.now());
  expect(isSound.findings).toEqual([
    { severity: 'note', code: 'deep-log', message: expect.stringContaining(id) },
  ]);
  change.run({ id: damaged, more: ',' });
  database.close();
  const { facts, findings } = await examineStore(path, Date.now());
  expect(findings.map(({ code }) => code)).toEqual(['broken-log', 'deep-log']);
  expect(facts).toMatchObject({ brokenLogs: [damaged], deepLogs: [id] });
});

it('reads the newest tasks of a large database, and all of them if it is told to', async () => {
  const path = newStorePath();
  const { id } = await settledTask(openRunner(path), 'parrot', 'hello');
  const database = new DatabaseSync(path);
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)';
  database
    .prepare(
      `${numbers} INSERT INTO task SELECT 't' || i, principal, agent, context_id, state, ended,
         created_at, updated_at - i, 1, owner, epoch, suspended, entry, asked,
         tokens, cost_usd, took_ms FROM n CROSS JOIN task WHERE id = ?`,
    )
    .run(id);
  database.exec(`${numbers} INSERT INTO event SELECT 't' || i, 1, '{}' FROM n`);
  database.exec("UPDATE event SET body = '{' WHERE task_id IN ('t1', 't2400')");
  database.exec("DELETE FROM event WHERE task_id = 't2'");
  database.close();
  const quick = await examineStore(path, Date.now());
  expect(quick.facts).toMatchObject({ brokenLogs: ['t1', 't2'], readLogs: 2000 });
  const full = await examineStore(path, Date.now(), { isFull: true });
  expect(full.facts?.brokenLogs.toSorted()).toEqual(['t1', 't2', 't2400']);
  expect(full.facts?.readLogs).toBeUndefined();
});

it('takes a file that cannot be opened for a finding', async () => {
  expect(codes(await examineStore(newStorePath(), 0))).toEqual(['no-database']);
});

it.each([
  ['missing', 'DELETE FROM blob'],
  ['changed', 'UPDATE blob SET body = \'"other"\''],
])('finds contents that are %s', async (_what, sql) => {
  const path = newStorePath();
  await settledTask(openRunner(path), 'parrot', 'x'.repeat(10_000));
  expect(codes(await examineStore(path, Date.now()))).toEqual([]);
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  expect(codes(await examineStore(path, Date.now()))).toEqual(['broken-content']);
});

it('finds a file system on which locks do not hold, also of a database that is not there', async () => {
  const path = newStorePath();
  const runner = openRunner(path);
  await settledTask(runner, 'parrot', 'hello');
  const disk = { statfs: () => ({ type: 0x6969 }), readMounts: () => '', isLinux: true, env: {} };
  const found = await examineStore(path, Date.now(), { disk });
  expect(found.findings).toMatchObject([{ severity: 'problem', code: 'unsafe-disk' }]);
  expect(found.facts).toBeDefined();
  const permitted = { ...disk, env: { TIMESTEP_UNSAFE_DISK: '1' } };
  const noted = await examineStore(path, Date.now(), { disk: permitted });
  expect(noted.findings).toMatchObject([{ severity: 'note', code: 'unsafe-disk' }]);
  const missing = await examineStore(`${path}-other`, Date.now(), { disk });
  expect(codes(missing)).toEqual(['unsafe-disk', 'no-database']);
});
