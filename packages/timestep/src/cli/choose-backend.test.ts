import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { BackendKind } from '../port/index.ts';
import { applicationIdOf, sqliteBackend } from '../runner/index.ts';
import type { Backends } from './backends.ts';
import { backendOfTasks, backendToServe, backendToWorkFor } from './choose-backend.ts';
import type { OptionValues } from './command.ts';
import { newFolder } from './timestep.fixture.ts';

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

function around(standard: BackendKind = sqliteBackend): {
  readonly env: Readonly<Record<string, string>>;
  readonly backends: Backends;
} {
  const here = [standard, OTHER].map((backend) => ({ kind: 'here', backend }) as const);
  return {
    env: { HERE: 'other://two' },
    backends: { standard, offered: [...here, AWAY], applicationIdOf },
  };
}

/** A file that says whose it is. */
function fileOf(applicationId: number): string {
  const path = join(newFolder(), 'tasks.db');
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA application_id = ${applicationId}; CREATE TABLE task (id)`);
  database.close();
  return path;
}

it.each<[OptionValues, string, string]>([
  [{}, 'sqlite', '.timestep/tasks.db'],
  [{ database: 'new.db' }, 'sqlite', 'new.db'],
  [{ database: 'other://one' }, 'other', 'other://one'],
  [{ database: '${env:HERE}', queue: 'q' }, 'other', 'other://two'],
  [{ runner: 'other' }, 'other', 'other.db'],
  [{ runner: 'other', database: 'new.db' }, 'other', 'new.db'],
])('serves with %j on %s', (values, name, database) => {
  const { backend, site } = backendToServe(values, around());
  expect([backend.name, site.database]).toEqual([name, database]);
  expect(site.options).toEqual(values['queue'] === undefined ? {} : { queue: 'q' });
});

it('works for the first that has workers, unless another is named', () => {
  expect(backendToWorkFor({}, around()).backend.name).toBe('other');
  expect(() => backendToWorkFor({ database: 'away://one' }, around())).toThrow('install it');
  expect(() => backendToWorkFor({ runner: 'sqlite' }, around())).toThrow('have no workers');
});

it('looks after the tasks of whose the file is, also where none is named', () => {
  const database = fileOf(7);
  expect(backendOfTasks({ database }, around())).toMatchObject({ backend: { name: 'other' } });
  const standard = { ...sqliteBackend, defaultDatabase: database };
  expect(backendOfTasks({}, around(standard))).toMatchObject({
    backend: { name: 'other' },
    site: { database },
  });
});

it.each<[OptionValues, string]>([
  [{ queue: 'q' }, '--queue goes with --runner other'],
  [{ runner: 'odd' }, '"odd" is not a runner'],
  [{ runner: 'sqlite', database: 'other://one' }, 'Other, which go with --runner other'],
  [{ database: '${env:NOWHERE}' }, 'NOWHERE is not set'],
])('does not serve with %j', (values, said) => {
  expect(() => backendToServe(values, around())).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining(said) }),
  );
});

it('throws what is missing, and only where it is asked for', () => {
  expect(() => backendOfTasks({ database: 'away://one' }, around())).toThrow('install it');
  expect(() => backendToServe({ runner: 'away' }, around())).toThrow('install it');
});
