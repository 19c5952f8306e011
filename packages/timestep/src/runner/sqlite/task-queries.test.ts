import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { begun, FINISHED, journal, temporaryFiles } from './store.fixture.ts';
import { createTaskQueries } from './task-queries.ts';
import { createTaskTable } from './task-table.ts';
import { writtenOf } from './written-task.ts';

const files = temporaryFiles();
afterAll(files.remove);

function opened(atATime?: number) {
  const database = openDatabase(files.newPath(), 'NORMAL');
  const table = createTaskTable(database);
  const journals = [
    begun('old', {}, 10),
    begun('a1', {}, 20),
    begun('a2', {}, 20),
    journal(begun('done', {}, 30), FINISHED),
    begun('elsewhere', { contextId: 'c2' }, 40),
    begun('other agent', { agent: 'b' }, 50),
    begun('other principal', { principal: 'q' }, 60),
  ];
  for (const { task, events } of journals) table.insert(writtenOf(task, events), 'me');
  return createTaskQueries(database, table, atATime);
}

const ids = (tasks: readonly { id: string }[]) => tasks.map(({ id }) => id);

describe('task queries', () => {
  it.each([
    [{}, ['other agent', 'elsewhere', 'done', 'a1', 'a2', 'old']],
    [{ agent: 'b' }, ['other agent']],
    [{ contextId: 'c2' }, ['elsewhere']],
    [{ state: 'completed' }, ['done']],
    [{ changedSince: 31 }, ['other agent', 'elsewhere', 'done']],
    [{ changedSince: 20, state: 'submitted', agent: 'a' }, ['elsewhere', 'a1', 'a2']],
    [{ principal: 'nobody' }, []],
  ] as const)('finds by %j, newest first', async (query, expected) => {
    const page = await opened().page({ principal: 'p', pageSize: 10, ...query });
    expect(ids(page.tasks)).toEqual(expected);
    expect(page.total).toBe(expected.length);
    expect(page.nextPageToken).toBeUndefined();
  });

  it('gives every task once, page by page, also where times are the same', async () => {
    const queries = opened();
    const seen: string[][] = [];
    let pageToken: string | undefined;
    do {
      const page = await queries.page({
        principal: 'p',
        pageSize: 2,
        ...(pageToken && { pageToken }),
      });
      expect(page.total).toBe(6);
      seen.push(ids(page.tasks));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(seen).toEqual([
      ['other agent', 'elsewhere'],
      ['done', 'a1'],
      ['a2', 'old'],
    ]);
  });

  it.each([1, 2, 3, 100])('counts %i at a time, and each once', async (atATime) => {
    const queries = opened(atATime);
    const page = await queries.page({ principal: 'p', pageSize: 1, changedSince: 20 });
    expect(page.total).toBe(5);
  });

  it('finds the task that a conversation goes on from', () => {
    const queries = opened();
    expect(queries.latestCompleted({ principal: 'p', agent: 'a' }, 'c')?.id).toBe('done');
    expect(queries.latestCompleted({ principal: 'p', agent: 'a' }, 'c2')).toBeUndefined();
    expect(queries.latestCompleted({ principal: 'q', agent: 'a' }, 'c')).toBeUndefined();
  });
});
