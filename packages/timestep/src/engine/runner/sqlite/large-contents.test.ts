import type { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { historyToMessages, type ContentPart, type Task, type TaskEvent } from '#core';
import { createTransactionRunner, releaseBlobs } from '#engine/store';
import { createOpenStore } from './file/open-store.ts';
import { openDatabase } from './file/database.ts';
import { createRunnerOnStore } from './sqlite-runner.ts';
import {
  begun,
  echo,
  followedBy,
  NEVER,
  saying,
  served,
  temporaryFiles,
  told,
} from './store.fixture.ts';
import { createTaskTable } from './tasks/task-table.ts';
import { encodeTaskWrite } from './tasks/task-write.ts';

const files = temporaryFiles();
afterAll(files.remove);

const IMAGE = `data:image/png;base64,${'A'.repeat(1024 * 1024)}`;

/** Bytes in use: what was written, in whole pages, wherever it was put. */
function bytesOf(database: DatabaseSync): number {
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
}

function opened() {
  const path = files.newPath();
  const database = openDatabase(path, 'NORMAL');
  const runner = createRunnerOnStore(createOpenStore(database, path), {
    path,
    agents: [served(echo)],
  });
  async function answered(submission: ReturnType<typeof saying>): Promise<Task> {
    return runner.waitUntilSettled((await runner.submit(submission)).id, NEVER);
  }
  return { database, runner, answered };
}

describe('large contents', () => {
  it('lets a conversation grow by the same amount with every task', async () => {
    const { database, runner, answered } = opened();
    const sizes: number[] = [];
    for (let turn = 0; turn < 400; turn += 1) {
      if (turn % 100 === 0) sizes.push(bytesOf(database));
      const said = { ...saying(`turn ${turn} ${'word '.repeat(50)}`), contextId: 'one' };
      const task = await answered(said);
      expect(task.origin.history).toHaveLength(2 * turn);
    }
    sizes.push(bytesOf(database));
    const [first = 0, , , last = 0] = sizes.slice(1).map((size, at) => size - (sizes[at] ?? 0));
    expect(last).toBeLessThan(1.15 * first);
    await runner.close(0);
  });

  it('stores the same image once, in ten tasks and in what continues them', async () => {
    const { database, runner, answered } = opened();
    const content: ContentPart[] = [{ type: 'image_url', image_url: { url: IMAGE } }];
    const before = bytesOf(database);
    for (let task = 0; task < 10; task += 1) {
      const message = { role: 'user', content } as const;
      const contextId = task < 5 ? 'one' : `other ${task}`;
      const ended = await answered({ ...saying(`image ${task}`), contextId, message });
      expect(ended.entries?.before?.last.message).toEqual(message);
      expect(await runner.get(ended.id)).toEqual(ended);
    }
    expect(bytesOf(database) - before).toBeLessThan(1.2 * IMAGE.length);
    await runner.close(0);
  });

  it('reads a task with large contents from its snapshot, which shares them with the log', () => {
    const database = openDatabase(files.newPath(), 'NORMAL');
    const table = createTaskTable(database);
    const long: TaskEvent[] = Array.from({ length: 210 }, (_, index) =>
      told(`${index % 7} ${'x'.repeat(9000)}`),
    );
    const first = begun('t');
    const next = followedBy(first, ...long);
    table.insert(encodeTaskWrite(first.task, first.events), 'me');
    const written = encodeTaskWrite(next.task, next.events);
    expect(written.snapshot?.text.length).toBeLessThan(100_000);
    table.append(written, 'me', 1);
    database.exec('DELETE FROM event');
    expect(table.load('t')?.task).toEqual(next.task);
    database.close();
  });

  it('deletes contents with the last task that holds them', () => {
    const database = openDatabase(files.newPath(), 'NORMAL');
    const table = createTaskTable(database);
    const run = createTransactionRunner(database);
    const blobs = () => database.prepare('SELECT count(*) AS n FROM blob').get()?.['n'];
    const messages = Array.from({ length: 40 }, () => ({ role: 'user', content: IMAGE }) as const);
    for (const [id, history] of [
      ['a', messages.slice(0, 20)],
      ['b', messages],
    ] as const) {
      const { task, events } = begun(id);
      const [event] = events;
      if (event?.type !== 'task.submitted') throw new Error('a journal begins with its submission');
      table.insert(encodeTaskWrite(task, [{ ...event, history }]), 'me');
    }
    expect(blobs()).toBe(3);
    run(releaseBlobs('b'));
    expect(blobs()).toBe(2);
    const [first] = table.events('a', 0, 1);
    const kept = first?.type === 'task.submitted' ? historyToMessages(first.history) : [];
    expect(kept).toEqual(messages.slice(0, 20));
    run(releaseBlobs('a'));
    expect(blobs()).toBe(0);
    database.close();
  });

  it('says that the database is damaged where contents are missing', () => {
    const database = openDatabase(files.newPath(), 'NORMAL');
    const table = createTaskTable(database);
    const { task, events } = followedBy(begun('t'), told(IMAGE));
    table.insert(encodeTaskWrite(task, events), 'me');
    database.exec('DELETE FROM blob');
    expect(() => table.events('t', 0, 9)).toThrow(expect.objectContaining({ code: 'corrupt' }));
    database.close();
  });
});
