import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, SCHEMA_VERSION } from './database.ts';
import { makeEarlyFile, temporaryFiles } from '../store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

/** The columns of `task` before lists were filtered by entry point. */
const COLUMNS = `id, principal, agent, context_id, state, ended, created_at, updated_at, generation,
  owner, epoch, suspended`;

/** Undoes the change by which lists are filtered by entry point and sorted. */
const WITHOUT_ENTRIES = `
  DROP TRIGGER task_added; DROP TRIGGER task_changed; DROP TRIGGER task_removed;
  DROP INDEX task_by_principal; DROP INDEX task_by_agent; DROP INDEX task_by_created_at;
  DROP INDEX task_by_took_ms; DROP INDEX task_by_tokens; DROP INDEX task_by_cost_usd;
  ALTER TABLE task DROP COLUMN entry; ALTER TABLE task DROP COLUMN asked;
  ALTER TABLE task DROP COLUMN tokens; ALTER TABLE task DROP COLUMN cost_usd;
  ALTER TABLE task DROP COLUMN took_ms;
  DROP TABLE task_count;
  CREATE TABLE task_count (
    principal TEXT NOT NULL, agent TEXT NOT NULL, state TEXT NOT NULL, tasks INTEGER NOT NULL,
    PRIMARY KEY (principal, agent, state)
  ) WITHOUT ROWID;
  INSERT INTO task_count SELECT principal, agent, state, count(*) FROM task GROUP BY 1, 2, 3;`;

/** Undoes the newest migration. */
const WITHOUT_WAITS = `DROP TABLE task_wait; DROP INDEX task_under_way;
  ALTER TABLE task DROP COLUMN suspended;`;

function pragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`PRAGMA ${name}`).get()?.[name];
}

/** A database made by somebody else's program. */
function foreign(statements: string): string {
  const path = files.newPath();
  const database = new DatabaseSync(path);
  database.exec(statements);
  database.close();
  return path;
}

describe('openDatabase', () => {
  it('makes a database where there is none, and leaves one that is there as it is', () => {
    const path = files.newPath();
    const made = openDatabase(path, 'FULL');
    expect(pragma(made, 'user_version')).toBe(SCHEMA_VERSION);
    made.exec("INSERT INTO owner (id, lease_until) VALUES ('o', 1)");
    made.close();
    const again = openDatabase(path, 'FULL');
    expect(again.prepare('SELECT id FROM owner').all()).toEqual([{ id: 'o' }]);
    again.close();
  });

  it.each([
    ['FULL', 2],
    ['NORMAL', 1],
  ] as const)('writes ahead and syncs as asked: %s', (synchronous, level) => {
    const database = openDatabase(files.newPath(), synchronous);
    expect(pragma(database, 'journal_mode')).toBe('wal');
    expect(pragma(database, 'synchronous')).toBe(level);
    database.close();
  });

  it('makes small pages, keeps the pages of a file that is there, and empties the log as often', () => {
    const early = files.newPath();
    makeEarlyFile(early);
    const settings = [files.newPath(), early].map((path) => {
      const database = openDatabase(path, 'FULL');
      const found = [pragma(database, 'page_size'), pragma(database, 'wal_autocheckpoint')];
      database.close();
      return found;
    });
    expect(settings).toEqual([
      [1024, 4096],
      [4096, 1024],
    ]);
  });

  it('brings a database of an earlier release up to date, with what it holds', () => {
    const path = files.newPath();
    const earlier = openDatabase(path, 'FULL');
    earlier.exec("INSERT INTO owner (id, lease_until) VALUES ('o', 1)");
    earlier.exec(`
      INSERT INTO task (${COLUMNS}) VALUES ('t', 'p', 'a', 'c', 'working', 0, 0, 0, 1, 'o', 1, 0);
      ${WITHOUT_WAITS}
      ${WITHOUT_ENTRIES}
      DROP TABLE session; DROP TABLE session_event; DROP TABLE text_vector;
      DROP TABLE trace_claim; DROP TABLE trace_look;
      DROP TABLE task_count; DROP TABLE erasing; DROP TABLE secret; PRAGMA user_version = 1`);
    earlier.close();
    const later = openDatabase(path, 'FULL');
    expect(pragma(later, 'user_version')).toBe(SCHEMA_VERSION);
    expect(later.prepare('SELECT id FROM owner').all()).toEqual([{ id: 'o' }]);
    expect(later.prepare('SELECT task_id FROM erasing').all()).toEqual([]);
    expect(later.prepare('SELECT state, tasks FROM task_count').all()).toEqual([
      { state: 'working', tasks: 1 },
    ]);
    later.close();
  });

  it('gives sessions, vectors and traces a place in a database of an earlier release', () => {
    const path = files.newPath();
    const earlier = openDatabase(path, 'FULL');
    earlier.exec(`
      INSERT INTO task (${COLUMNS}) VALUES ('t', 'p', 'a', 'c', 'working', 0, 0, 0, 1, 'o', 1, 0);
      ${WITHOUT_WAITS}
      DROP TABLE session; DROP TABLE session_event; DROP TABLE text_vector;
      DROP TABLE trace_claim; DROP TABLE trace_look; PRAGMA user_version = 5`);
    earlier.close();
    const later = openDatabase(path, 'FULL');
    expect(pragma(later, 'user_version')).toBe(SCHEMA_VERSION);
    expect(later.prepare('SELECT id FROM task').all()).toEqual([{ id: 't' }]);
    expect(later.prepare('SELECT id FROM session').all()).toEqual([]);
    expect(later.prepare('SELECT id FROM text_vector').all()).toEqual([]);
    expect(later.prepare('SELECT task_id FROM trace_claim').all()).toEqual([]);
    later.close();
  });

  it('counts by entry point the tasks of an earlier release, and then both', () => {
    const path = files.newPath();
    const earlier = openDatabase(path, 'FULL');
    earlier.exec(`
      INSERT INTO task (${COLUMNS}) VALUES ('t', 'p', 'a', 'c', 'working', 0, 0, 0, 1, 'o', 1, 0);
      ${WITHOUT_ENTRIES}`);
    earlier.close();
    const later = openDatabase(path, 'FULL');
    later.exec(`INSERT INTO task (${COLUMNS}, entry)
      VALUES ('u', 'p', 'a', 'c', 'working', 0, 0, 0, 1, 'o', 1, 0, 'mcp');
      UPDATE task SET state = 'completed', ended = 1 WHERE id = 't'`);
    expect(later.prepare('SELECT state, entry, asked, tasks FROM task_count').all()).toEqual([
      { state: 'completed', entry: '', asked: 0, tasks: 1 },
      { state: 'working', entry: '', asked: 0, tasks: 0 },
      { state: 'working', entry: 'mcp', asked: 0, tasks: 1 },
    ]);
    later.close();
  });

  it('keeps count of tasks as they come, change and go', () => {
    const database = openDatabase(files.newPath(), 'FULL');
    const counts = () => database.prepare('SELECT state, tasks FROM task_count').all();
    const add = database.prepare(
      `INSERT INTO task (${COLUMNS}) VALUES (?, 'p', 'a', 'c', 'working', 0, 0, 0, 1, 'o', 1, 0)`,
    );
    for (const id of ['one', 'two']) add.run(id);
    database.exec("UPDATE task SET state = 'completed', ended = 1 WHERE id = 'one'");
    expect(counts()).toEqual([
      { state: 'completed', tasks: 1 },
      { state: 'working', tasks: 1 },
    ]);
    database.exec("DELETE FROM task WHERE id = 'one'");
    expect(counts()).toEqual([
      { state: 'completed', tasks: 0 },
      { state: 'working', tasks: 1 },
    ]);
    database.close();
  });

  it('makes files that give room back, and overwrites what is deleted', () => {
    const database = openDatabase(files.newPath(), 'FULL');
    expect(pragma(database, 'auto_vacuum')).toBe(2);
    expect(pragma(database, 'secure_delete')).toBe(1);
    expect(pragma(database, 'journal_size_limit')).toBe(8 * 1024 * 1024);
    database.close();
  });

  it('refuses a database of a newer release, and says so', () => {
    const path = files.newPath();
    const newer = openDatabase(path, 'FULL');
    newer.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    newer.close();
    expect(() => openDatabase(path, 'FULL')).toThrow(/newer release .* upgrade/);
    expect(() => openDatabase(path, 'FULL')).toThrow(
      expect.objectContaining({ code: 'newer-version' }),
    );
  });

  it.each([
    ['another program that names none', 'CREATE TABLE theirs (x)'],
    ['another program by name', 'PRAGMA application_id = 7; PRAGMA user_version = 1'],
  ])('refuses the database of %s, and does not touch it', (_whose, statements) => {
    const path = foreign(statements);
    expect(() => openDatabase(path, 'FULL')).toThrow(expect.objectContaining({ code: 'not-ours' }));
    const database = new DatabaseSync(path);
    expect(database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'task'").get()).toBe(
      undefined,
    );
    database.close();
  });

  it('says what to do about a file that is no database, has no folder or may not be written', () => {
    const text = files.newPath();
    writeFileSync(text, 'these are not the tables you are looking for'.repeat(100));
    const readOnly = files.newPath();
    openDatabase(readOnly, 'FULL').close();
    const cases = [
      [text, 'not-ours', /choose another path/],
      [`${files.newPath()}/none/tasks.db`, 'cannot-open', /folder exists/],
      [`file:${readOnly}?mode=ro`, 'read-only', /permissions/],
    ] as const;
    for (const [path, code, advice] of cases) {
      expect(() => openDatabase(path, 'FULL')).toThrow(expect.objectContaining({ code }));
      expect(() => openDatabase(path, 'FULL')).toThrow(advice);
    }
  });
});
