import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { createCommitQueue } from './commit-queue.ts';
import type { WorkCount } from '#engine/port';
import { FencedError, WORK_TABLE } from '#engine/store';
import { temporaryFiles } from '../store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

const PATIENT = 1000;

function opened(tries = PATIENT, path = files.newPath(), timeout = 0) {
  const database = new DatabaseSync(path, { timeout });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;
    CREATE TABLE parent (id TEXT PRIMARY KEY);
    CREATE TABLE entry (text TEXT PRIMARY KEY,
      parent TEXT REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)`);
  const commits: number[] = [];
  const tried: number[] = [];
  const observe = (phase: 'before' | 'after', writes: number) => {
    (phase === 'after' ? commits : tried).push(writes);
  };
  const insert = database.prepare('INSERT INTO entry (text, parent) VALUES (?, ?)');
  const queue = createCommitQueue(database, { observe, triesWhileLocked: tries });
  return {
    path,
    database,
    queue,
    commits,
    /** The sizes of all commits that were begun, whether they held or not. */
    tried,
    add: (text: string, parent: string | null = null) => queue.add(() => insert.run(text, parent)),
    entries: () =>
      database
        .prepare('SELECT text FROM entry ORDER BY text')
        .all()
        .map(({ text }) => text),
  };
}

function work(model: string): WorkCount {
  const facts = { hour: 0, kind: 'model', agent: 'me', model, range: 1, count: 1 } as const;
  const tokens = { inputTokens: 3, cachedTokens: 0, outputTokens: 1 };
  return { ...facts, ...tokens, failed: 0, costUsd: 0, unpriced: 1 };
}

describe('commit queue', () => {
  it('commits what is added in one turn at once', async () => {
    const { add, entries, commits } = opened();
    await Promise.all([add('a'), add('b'), add('c')]);
    await add('d');
    expect(commits).toEqual([3, 1]);
    expect(entries()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('commits what is added in the next turn with it', async () => {
    const { add, commits } = opened();
    const first = add('a');
    await new Promise(setImmediate);
    await Promise.all([first, add('b')]);
    expect(commits).toEqual([2]);
  });

  it('splits what is much, in order, and lets others have their turn in between', async () => {
    const { add, entries, commits } = opened();
    const names = Array.from({ length: 400 }, (_, index) => String(index).padStart(3, '0'));
    const adding = names.map((name) => add(name));
    await adding[0];
    const between = add('between');
    expect(entries()).toEqual(names.slice(0, 150));
    await Promise.all([...adding, between]);
    expect(commits).toEqual([150, 150, 101]);
    expect(entries()).toEqual([...names, 'between']);
  });

  it('commits all of much when it is closed', async () => {
    const { add, queue, entries } = opened();
    const adding = Array.from({ length: 400 }, (_, index) => add(String(index)));
    queue.close();
    expect(entries()).toHaveLength(400);
    await Promise.all(adding);
  });

  it('takes back all that a write did that throws, and nothing else', async () => {
    const { add, queue, entries, commits, database } = opened();
    const half = queue.add(() => {
      database.exec("INSERT INTO entry (text) VALUES ('half')");
      database.exec("INSERT INTO entry (text) VALUES ('half')");
    });
    const broken = queue.add(() => {
      throw new TypeError('no JSON');
    });
    const fenced = queue.add(() => {
      throw new FencedError('fenced', 'taken over');
    });
    const outcomes = await Promise.allSettled([add('a'), half, add('b'), broken, fenced, add('c')]);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      false,
      true,
      false,
      false,
      true,
    ]);
    expect(entries()).toEqual(['a', 'b', 'c']);
    expect(commits).toEqual([3]);
  });

  it('stores the work of all writes of a commit that were not refused, once', async () => {
    const { add, queue, database } = opened();
    database.exec(WORK_TABLE);
    const refuse = (thrown: Error) => () => {
      throw thrown;
    };
    const named = [work('a'), work('b'), work('a')].map((one) => queue.add(() => undefined, [one]));
    const refused = [
      queue.add(refuse(new TypeError('no JSON')), [work('a')]),
      queue.add(refuse(new FencedError('fenced', 'taken over')), [work('a')]),
    ];
    await Promise.allSettled([add('x'), ...named, ...refused]);
    await Promise.allSettled([add('y', 'nobody'), queue.add(() => undefined, [work('a')])]);
    await queue.add(() => undefined, [work('b')]);
    const rows = database.prepare('SELECT model, count, input_tokens FROM work_count').all();
    expect(rows).toMatchObject([
      { model: 'a', count: 2, input_tokens: 6 },
      { model: 'b', count: 2, input_tokens: 6 },
    ]);
  });

  it('rejects everything when the commit fails, and goes on with what comes next', async () => {
    const { add, entries } = opened();
    const outcomes = await Promise.allSettled([add('a'), add('b', 'nobody')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await add('c');
    expect(entries()).toEqual(['c']);
  });

  it('lets others go on while another connection is writing, however patient its own is', async () => {
    const patience = 600_000;
    const { add, entries, path, database, tried } = opened(PATIENT, files.newPath(), patience);
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const added = add('a');
    await expect.poll(() => tried.length).toBeGreaterThan(1);
    other.exec('COMMIT');
    await added;
    expect(entries()).toEqual(['a']);
    expect(database.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: patience });
    other.close();
  });

  it('asks again while another connection is writing, without standing still', async () => {
    const { add, entries, path, commits, tried } = opened();
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const first = add('a');
    await expect.poll(() => tried.length).toBeGreaterThan(1);
    const second = add('b');
    other.exec('COMMIT');
    await Promise.all([first, second]);
    expect(entries()).toEqual(['a', 'b']);
    expect(commits).toEqual([2]);
    other.close();
  });

  it('gives up when the other connection does not end', async () => {
    const { add, path, entries } = opened(2);
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    await expect(add('a')).rejects.toThrow(/locked/);
    other.exec('COMMIT');
    await add('b');
    expect(entries()).toEqual(['b']);
    other.close();
  });

  it('commits what is waiting when it is closed, and takes nothing more', async () => {
    const { add, queue, entries } = opened();
    const last = add('a');
    queue.close();
    expect(entries()).toEqual(['a']);
    await last;
    await expect(add('b')).rejects.toMatchObject({ code: 'closed' });
  });

  it('settles once those who wait for a write have made their next, and never waits for ever', async () => {
    const { add, queue, entries } = opened();
    const chain = add('a')
      .then(() => add('b'))
      .then(() => add('c'));
    await queue.settle();
    expect(entries()).toEqual(['a', 'b', 'c']);
    await chain;
    let writes = 0;
    const writeOn = (): void => {
      writes += 1;
      if (writes < 1000) void add(`more ${writes}`).then(writeOn);
    };
    writeOn();
    await queue.settle(20);
    expect(writes).toBeLessThan(1000);
    expect(writes).toBeGreaterThan(2);
  });
});
