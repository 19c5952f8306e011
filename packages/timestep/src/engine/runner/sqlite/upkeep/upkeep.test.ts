import { readFileSync, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { createManualClock } from '#testing';
import { createErasingTable } from './erasing-table.ts';
import { openDatabase } from '../file/database.ts';
import { repeatStepUntilDone } from './upkeep-pace.ts';
import { createSqliteRunner } from '../sqlite-runner.ts';
import {
  begun,
  echo,
  FINISHED,
  journal,
  NEVER,
  saying,
  served,
  temporaryFiles,
  told,
} from '../store.fixture.ts';
import { createTaskTable } from '../tasks/task-table.ts';
import { getWriteAheadLogSize } from './write-ahead-log.ts';
import { encodeTaskWrite } from '../tasks/task-write.ts';

const files = temporaryFiles();
afterAll(files.remove);

const MEGABYTE = 1024 * 1024;
const PATIENT = { timeout: 120_000 };
const CANARY = 'quetzalcoatlus';

/** Whether the words are in any byte of the database or its log. */
function isAnywhere(path: string, words: string): boolean {
  return [path, `${path}-wal`].some(
    (file) => existsSync(file) && readFileSync(file).includes(words),
  );
}

describe('the write-ahead log', () => {
  it('is emptied once nobody reads any more, however large it grew meanwhile', async () => {
    const path = files.newPath();
    const clock = createManualClock(1000);
    const runner = createSqliteRunner({ path, agents: [served(echo)], clock, leaseMs: 3000 });
    const reader = new DatabaseSync(path);
    reader.exec('BEGIN; SELECT * FROM task');
    for (let task = 0; task < 20; task += 1) {
      const words = `${task}`.repeat(MEGABYTE);
      await runner.waitUntilSettled((await runner.submit(saying(words, `m${task}`))).id, NEVER);
    }
    expect(getWriteAheadLogSize(path)).toBeGreaterThan(20 * MEGABYTE);
    clock.advance(1000);
    reader.exec('COMMIT');
    const looked = () => {
      clock.advance(1000);
      return getWriteAheadLogSize(path);
    };
    await expect.poll(looked, PATIENT).toBeLessThan(MEGABYTE);
    expect((await runner.list({ principal: 'p', pageSize: 1 })).total).toBe(20);
    reader.close();
    await runner.close(0);
  });
});

describe('erasing', () => {
  it('leaves no word of a task in any byte, and every word of the others', async () => {
    const path = files.newPath();
    const clock = createManualClock(1000);
    const runner = createSqliteRunner({ path, agents: [served(echo)], clock, leaseMs: 3000 });
    const doomed: string[] = [];
    for (let task = 0; task < 60; task += 1) {
      const isDoomed = task % 2 === 0;
      const words = (isDoomed ? CANARY : 'harmless words').repeat(1 + (task % 7) * 150);
      const { id } = await runner.submit(saying(words, `m${task}`));
      await runner.waitUntilSettled(id, NEVER);
      if (isDoomed) doomed.push(id);
    }
    expect(isAnywhere(path, CANARY)).toBe(true);
    for (const id of doomed) await runner.erase(id);
    const looked = () => {
      clock.advance(1000);
      return isAnywhere(path, CANARY);
    };
    await expect.poll(looked, PATIENT).toBe(false);
    const { tasks } = await runner.list({ principal: 'p', pageSize: 99 });
    expect(tasks).toHaveLength(30);
    await runner.close(0);
  });

  it('ends a task first that is under way', async () => {
    const runner = createSqliteRunner({
      path: files.newPath(),
      agents: [served(() => new Promise<never>(() => undefined))],
    });
    const { id } = await runner.submit(saying('hi'));
    const reading = runner.subscribe(id, 0, NEVER);
    await runner.erase(id);
    let events = 0;
    for await (const _ of reading) events += 1;
    expect(events).toBeLessThan(9);
    expect(await runner.get(id)).toBeUndefined();
    await runner.close(0);
  });

  it('is ended by the next process where the first was killed in between', async () => {
    const path = files.newPath();
    const killed = openDatabase(path, 'FULL');
    const { task, events } = journal(begun('t'), told(`${CANARY} `.repeat(2000)), FINISHED);
    createTaskTable(killed).insert(encodeTaskWrite(task, events), 'me');
    const erasing = createErasingTable(killed);
    erasing.hideTasks(['t']);
    erasing.noteErasedTextRemains();
    killed.close();
    expect(isAnywhere(path, CANARY)).toBe(true);
    const runner = createSqliteRunner({ path, agents: [served(echo)] });
    expect(await runner.get('t')).toBeUndefined();
    const after = openDatabase(path, 'FULL');
    const left = after.prepare('SELECT count(*) AS n FROM erasing');
    // The words are gone before it is written down that they are.
    await expect.poll(() => left.get(), PATIENT).toEqual({ n: 0 });
    expect(isAnywhere(path, CANARY)).toBe(false);
    await runner.close(0);
    for (const table of ['task', 'event', 'inbound', 'blob', 'blob_use', 'erasing']) {
      expect(after.prepare(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 0 });
    }
    after.close();
  });

  it('of a long log goes on in steps of bounded size', () => {
    const database = openDatabase(files.newPath(), 'NORMAL');
    const words = Array.from({ length: 1000 }, (_, index) => told(`${index}`));
    const { task, events } = journal(begun('t'), ...words, FINISHED);
    createTaskTable(database).insert(encodeTaskWrite(task, events), 'me');
    const erasing = createErasingTable(database);
    erasing.hideTasks(['t']);
    const count = () => Number(database.prepare('SELECT count(*) AS n FROM event').get()?.['n']);
    const left: number[] = [];
    const pace = { now: () => 0, isStopping: () => false, pause: () => void left.push(count()) };
    repeatStepUntilDone(database, pace, () => erasing.eraseSome(300));
    expect(left).toEqual([702, 402, 102]);
    expect(count()).toBe(0);
    expect(erasing.hasUnfinished()).toBe(false);
    database.close();
  });
});
