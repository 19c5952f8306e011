import { afterAll, describe, expect, it } from 'vitest';
import type { TaskUpdate } from '#engine/port';
import { createCommitQueue } from '../file/commit-queue.ts';
import { openDatabase } from '../file/database.ts';
import { SqliteTaskLog } from './sqlite-task-log.ts';
import { begun, FINISHED, NEVER, temporaryFiles, told } from '../store.fixture.ts';
import { createTaskTable } from './task-table.ts';
import { encodeTaskWrite } from './task-write.ts';

const files = temporaryFiles();
afterAll(files.remove);

function opened(epoch = 1, now = (): number => 0) {
  const database = openDatabase(files.newPath(), 'NORMAL');
  const table = createTaskTable(database);
  const { task, events } = begun('t');
  table.insert(encodeTaskWrite(task, events), 'me');
  const unwritten: unknown[] = [];
  const log = new SqliteTaskLog(task, epoch, {
    table,
    now,
    owner: 'me',
    queue: createCommitQueue(database),
    onWaitDue: () => undefined,
    onDurable: () => undefined,
    onUnwritten: (_log, thrown) => unwritten.push(thrown),
  });
  const readListedTime = (): unknown =>
    database.prepare('SELECT updated_at FROM task').get()?.['updated_at'];
  return { log, table, unwritten, readListedTime };
}

function generationOf(update: TaskUpdate | void | undefined): unknown {
  return update?.kind === 'event' ? update.event.generation : update;
}

describe('SQLite task log', () => {
  it('shows others what is durable only, and those who append what they appended', async () => {
    const { log } = opened();
    const reader = log.updates(1, NEVER);
    const next = reader.next();
    const appended = log.append(told('one'));
    expect([log.task.generation, log.durable.generation]).toEqual([2, 1]);
    const first = await Promise.race([next.then(() => 'shown'), Promise.resolve('not yet')]);
    expect(first).toBe('not yet');
    await appended;
    expect(log.durable.generation).toBe(2);
    expect(generationOf((await next).value)).toBe(2);
    await reader.return(undefined);
    expect(log.isWatched).toBe(false);
  });

  it('puts a delta after the events it followed', async () => {
    const { log } = opened();
    await log.append(told('one'));
    log.show(1, 1, { type: 'text', text: 'x' });
    await log.append(FINISHED);
    const seen: unknown[] = [];
    for await (const update of log.updates(0, NEVER)) seen.push(generationOf(update));
    expect(seen).toEqual([1, 2, expect.objectContaining({ kind: 'delta' }), 3]);
  });

  it('never runs backwards, though the clock does', async () => {
    let time = 1000;
    const { log, table } = opened(1, () => time);
    await log.append(told('one'));
    time = 10;
    await log.append(told('two'));
    expect(table.events('t', 1, 9).map(({ at }) => at)).toEqual([1000, 1000]);
  });

  it('keeps the time in lists of a running task for a second, and stores each change of its state', async () => {
    let time = 1000;
    const { log, readListedTime } = opened(1, () => time);
    const listed: unknown[] = [];
    const started = { type: 'model.started', step: 1, attempt: 1 } as const;
    for (const [at, event] of [
      [5000, started],
      [5400, told('one')],
      [5999, told('two')],
      [6000, told('three')],
      [6900, told('four')],
      [6901, FINISHED],
    ] as const) {
      time = at;
      await log.append(event);
      listed.push(readListedTime());
    }
    expect(log.task).toMatchObject({ state: 'completed', updatedAt: 6901 });
    expect(listed).toEqual([5000, 5000, 5000, 6000, 6000, 6901]);
  });

  it('stores the time of each event of a task that does not run', async () => {
    let time = 1000;
    const { log, readListedTime } = opened(1, () => time);
    await log.append(told('one'));
    time += 1;
    await log.append(told('two'));
    expect(log.task.state).not.toBe('working');
    expect(readListedTime()).toBe(1001);
  });

  it('lets its readers go once it cannot be written, and writes nothing more', async () => {
    const { log, table, unwritten } = opened(7);
    const settled = log.settled(NEVER);
    const reader = log.updates(1, NEVER).next();
    await expect(log.append(told('one'))).rejects.toMatchObject({ code: 'fenced' });
    expect((await reader).done).toBe(true);
    expect((await settled).generation).toBe(1);
    expect(unwritten).toMatchObject([{ code: 'fenced' }]);
    await expect(log.append(told('two'))).rejects.toMatchObject({ code: 'given-up' });
    expect(table.load('t')?.task.generation).toBe(1);
  });

  it('waits until the task is at rest on disk, or its caller will not wait any longer', async () => {
    const { log } = opened();
    const leaving = new AbortController();
    const left = log.settled(leaving.signal);
    leaving.abort();
    expect((await left).state).toBe('submitted');
    const ended = log.settled(NEVER);
    await log.append(FINISHED);
    expect((await ended).state).toBe('completed');
  });
});
