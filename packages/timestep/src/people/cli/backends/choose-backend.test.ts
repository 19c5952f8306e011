import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createOptionValues } from '../command.ts';
import type { BackendKind } from '#engine/port';
import { readApplicationId, sqliteBackend } from '#engine/runner';
import type { Backends } from './backends.ts';
import { chooseTaskBackend, chooseServerBackend, chooseWorkerBackend } from './choose-backend.ts';
import { createTestFolder } from '../timestep.fixture.ts';

const OTHER: BackendKind = {
  ...sqliteBackend,
  name: 'other',
  title: 'Other',
  addresses: ['other://'],
  applicationId: 7,
  defaultDatabase: 'other.db',
  hasWorkers: true,
  options: { queue: { value: 'NAME', about: 'the queue' } },
};
const AWAY = {
  kind: 'missing',
  backend: { name: 'away', title: 'Away', addresses: ['away://'] },
  failure: new Error('install it'),
} as const;

function context(standard: BackendKind = sqliteBackend): {
  readonly env: Readonly<Record<string, string>>;
  readonly backends: Backends;
} {
  const here = [standard, OTHER].map((backend) => ({ kind: 'installed', backend }) as const);
  return {
    env: { HERE: 'other://two' },
    backends: { standard, offered: [...here, AWAY], readApplicationId },
  };
}

/** A file that says whose it is. */
function fileOf(applicationId: number): string {
  const path = join(createTestFolder(), 'tasks.db');
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA application_id = ${applicationId}; CREATE TABLE task (id)`);
  database.close();
  return path;
}

it.each<[Readonly<Record<string, string>>, string, string]>([
  [{}, 'sqlite', '.timestep/tasks.db'],
  [{ database: 'new.db' }, 'sqlite', 'new.db'],
  [{ database: 'other://one' }, 'other', 'other://one'],
  [{ database: '${env:HERE}', queue: 'q' }, 'other', 'other://two'],
  [{ runner: 'other' }, 'other', 'other.db'],
  [{ runner: 'other', database: 'new.db' }, 'other', 'new.db'],
])('serves with %j on %s', (values, name, database) => {
  const { backend, location } = chooseServerBackend(createOptionValues(values), context());
  expect([backend.name, location.database]).toEqual([name, database]);
  expect(location.options).toEqual(values['queue'] === undefined ? {} : { queue: 'q' });
});

it('works for the first that has workers, unless another is named', () => {
  expect(chooseWorkerBackend(createOptionValues({}), context()).backend.name).toBe('other');
  expect(() =>
    chooseWorkerBackend(createOptionValues({ database: 'away://one' }), context()),
  ).toThrow('install it');
  expect(() => chooseWorkerBackend(createOptionValues({ runner: 'sqlite' }), context())).toThrow(
    'does not support workers',
  );
});

it('looks after the tasks of whose the file is, also where none is named', () => {
  const database = fileOf(7);
  expect(chooseTaskBackend(createOptionValues({ database }), context())).toMatchObject({
    backend: { name: 'other' },
  });
  const standard = { ...sqliteBackend, defaultDatabase: database };
  expect(chooseTaskBackend(createOptionValues({}), context(standard))).toMatchObject({
    backend: { name: 'other' },
    location: { database },
  });
});

it.each<[Readonly<Record<string, string>>, string]>([
  [{ queue: 'q' }, '--queue requires --runner other'],
  [{ runner: 'odd' }, 'unknown runner "odd"'],
  [{ runner: 'sqlite', database: 'other://one' }, 'Other: use --runner other'],
  [{ database: '${env:NOWHERE}' }, 'NOWHERE is not set'],
])('does not serve with %j', (values, said) => {
  expect(() => chooseServerBackend(createOptionValues(values), context())).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining(said) }),
  );
});

it('throws what is missing, and only where it is asked for', () => {
  expect(() =>
    chooseTaskBackend(createOptionValues({ database: 'away://one' }), context()),
  ).toThrow('install it');
  expect(() => chooseServerBackend(createOptionValues({ runner: 'away' }), context())).toThrow(
    'install it',
  );
});
