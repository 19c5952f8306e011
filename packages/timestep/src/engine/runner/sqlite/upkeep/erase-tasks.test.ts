import { afterAll, describe, expect, it } from 'vitest';
import type { TaskEvent } from '#core';
import {
  createTransactionRunner,
  groupIntoBatches,
  listErasableTasks,
  scanErasableTasks,
  START_POSITION,
} from '#engine/store';
import { openDatabase } from '../file/database.ts';
import { CONTENT_BYTES, eraseTasks } from './erasing-table.ts';
import { begun, FINISHED, journal, temporaryFiles, told } from '../store.fixture.ts';
import { createTaskTable } from '../tasks/task-table.ts';
import { encodeTaskWrite } from '../tasks/task-write.ts';

const files = temporaryFiles();
afterAll(files.remove);

const FAILED: TaskEvent = { type: 'task.finished', state: 'failed', reason: 'error' };

/** A database of tasks, each of a conversation, begun at a time and with one event after that. */
function opened(...tasks: readonly [id: string, contextId: string, at: number, last: TaskEvent][]) {
  const database = openDatabase(files.newPath(), 'NORMAL');
  const table = createTaskTable(database);
  for (const [id, contextId, at, last] of tasks) {
    const { task, events } = journal(begun(id, { contextId }, at), last);
    table.insert(encodeTaskWrite(task, events), 'me');
  }
  const run = createTransactionRunner(database);
  const eraser = {
    listErasable: (before: number, after: typeof START_POSITION, limit: number) =>
      run(listErasableTasks(before, after, limit, CONTENT_BYTES)),
    scanErasable: (before: number, after: typeof START_POSITION, limit: number) =>
      run(scanErasableTasks(before, after, limit)),
    erase: (found: readonly { readonly id: string }[]) =>
      run(eraseTasks(found.map(({ id }) => id))),
  };
  const doomed = (before: number) =>
    eraser.listErasable(before, START_POSITION, 99).map(({ id }) => id);
  return { database, table, eraser, doomed };
}

describe('erasing tasks', () => {
  it('finds what ended before a time, oldest first, page by page', () => {
    const { eraser, doomed } = opened(
      ['c', '1', 30, FAILED],
      ['a', '2', 10, FINISHED],
      ['b', '3', 20, FINISHED],
      ['under way', '4', 0, told('hi')],
    );
    expect(doomed(100)).toEqual(['a', 'b', 'c']);
    expect(doomed(30)).toEqual(['a', 'b']);
    const [first] = eraser.listErasable(100, START_POSITION, 1);
    expect(eraser.listErasable(100, first ?? START_POSITION, 1)).toMatchObject([{ id: 'b' }]);
  });

  it('spares what a conversation goes on from while it is young', () => {
    const { doomed } = opened(
      ['first', 'one', 10, FINISHED],
      ['newest completed', 'one', 20, FINISHED],
      ['failed', 'one', 30, FAILED],
      ['young', 'one', 200, FAILED],
      ['of another conversation', 'other', 20, FINISHED],
    );
    expect(doomed(100)).toEqual(['first', 'of another conversation', 'failed']);
    expect(doomed(1000)).toHaveLength(5);
  });

  it('looks at a bounded number of tasks, be they to be spared or not', () => {
    const { eraser } = opened(
      ['a', '1', 10, FAILED],
      ['spared', 'one', 20, FINISHED],
      ['young', 'one', 200, FAILED],
      ['b', '3', 30, FAILED],
    );
    const first = eraser.scanErasable(100, START_POSITION, 2);
    expect(first).toEqual({ erasable: ['a'], last: { id: 'spared', updatedAt: 21 } });
    const second = eraser.scanErasable(100, first.last ?? START_POSITION, 2);
    expect(second).toEqual({ erasable: ['b'], last: { id: 'b', updatedAt: 31 } });
    expect(eraser.scanErasable(100, second.last ?? START_POSITION, 2)).toEqual({
      erasable: [],
      last: undefined,
    });
  });

  it('spares it while a task of the conversation has not ended, however old', () => {
    const { doomed } = opened(['done', 'one', 10, FINISHED], ['waiting', 'one', 20, told('hi')]);
    expect(doomed(1000)).toEqual([]);
  });

  it('leaves nothing behind', () => {
    const { database, eraser } = opened(['a', '1', 10, told('x'.repeat(9000))]);
    database.exec(
      "UPDATE task SET ended = 1; INSERT INTO inbound VALUES ('p', 'a', 'm', 'h', 'a')",
    );
    const found = eraser.listErasable(100, START_POSITION, 9);
    expect(found[0]?.bytes).toBeGreaterThan(9000);
    eraser.erase(found);
    for (const table of ['task', 'event', 'inbound', 'blob', 'blob_use']) {
      expect(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 0 });
    }
  });

  it('groups what is deleted into transactions of bounded size', () => {
    const sizes = (events: readonly number[]) =>
      groupIntoBatches(
        events.map((count) => ({ events: count })),
        { events: 2000, tasks: 100 },
      ).map((batch) => batch.length);
    expect(sizes([])).toEqual([]);
    expect(sizes([1000, 1000, 1, 5000, 1])).toEqual([2, 1, 1, 1]);
    expect(sizes(Array.from({ length: 250 }, () => 1))).toEqual([100, 100, 50]);
  });
});
