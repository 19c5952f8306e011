import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../file/database.ts';
import { createOwnership } from './ownership.ts';
import { begun, FINISHED, journal, temporaryFiles } from '../store.fixture.ts';
import { createTaskTable } from '../tasks/task-table.ts';
import { encodeTaskWrite } from '../tasks/task-write.ts';

const files = temporaryFiles();
afterAll(files.remove);

const LEASE_MS = 1000;

function opened() {
  const path = files.newPath();
  const database = openDatabase(path, 'NORMAL');
  return {
    path,
    database,
    table: createTaskTable(database),
    owner: (id: string) => createOwnership(database, path, id, LEASE_MS),
  };
}

describe('ownership', () => {
  it('leaves an owner alone that lives and says so', () => {
    const { owner } = opened();
    const [me, you] = [owner('me'), owner('you')];
    you.renew(0);
    expect(me.listLapsed(LEASE_MS)).toEqual([]);
    expect(me.isAlive('you', LEASE_MS)).toBe(true);
  });

  it('takes an owner for gone whose lease has run out, though it holds its lock', () => {
    const { owner } = opened();
    const [me, you] = [owner('me'), owner('you')];
    you.renew(0);
    expect(me.listLapsed(LEASE_MS + 1)).toEqual(['you']);
    expect(me.isAlive('you', LEASE_MS + 1)).toBe(false);
    you.renew(LEASE_MS);
    expect(me.listLapsed(LEASE_MS + 1)).toEqual([]);
  });

  it('knows at once of an owner that has let go, by its tasks', () => {
    const { owner, table } = opened();
    const [me, you] = [owner('me'), owner('you')];
    for (const { task, events } of [begun('t'), journal(begun('ended'), FINISHED)]) {
      table.insert(encodeTaskWrite(task, events), 'you');
    }
    you.renew(0);
    expect(me.listLapsed(0)).toEqual([]);
    you.release();
    expect(me.listLapsed(0)).toEqual(['you']);
    table.takeOver('you', 'me', ['a']);
    expect(me.listLapsed(0)).toEqual([]);
  });

  it('knows of a dead owner by its lock, and forgets it with its file', () => {
    const { owner, path, database } = opened();
    const me = owner('me');
    // What a process leaves that was killed: its place, and a lock that nobody holds.
    const dead = openDatabase(`${path}.owner-dead`, 'NORMAL');
    dead.close();
    database.exec("INSERT INTO owner (id, lease_until) VALUES ('dead', 999999)");
    expect(me.listLapsed(0)).toEqual(['dead']);
    me.removeOwner('dead');
    expect(me.listLapsed(0)).toEqual([]);
    expect(existsSync(`${path}.owner-dead`)).toBe(false);
  });

  it('takes its place again when it was taken for dead', () => {
    const { owner, path } = opened();
    const [me, you] = [owner('me'), owner('you')];
    you.renew(0);
    me.removeOwner('you');
    expect(me.isAlive('you', 0)).toBe(false);
    you.renew(0);
    expect(me.isAlive('you', 0)).toBe(true);
    you.release();
    expect(existsSync(`${path}.owner-you`)).toBe(false);
  });
});
