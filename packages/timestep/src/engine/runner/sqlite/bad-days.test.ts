import { copyFileSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { buildTranscript, type Task } from '#core';
import type { Clock, Runner, ServedAgent, TaskUpdate } from '#engine/port';
import { createManualClock, type ManualClock } from '#testing';
import { systemClock } from '../clock.ts';
import { createOpenStore } from './file/open-store.ts';
import { openDatabase } from './file/database.ts';
import { createSqliteRunner, createRunnerOnStore } from './sqlite-runner.ts';
import { collected, echo, NEVER, saying, served, stuck, temporaryFiles } from './store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

const LEASE_MS = 9000;
/** Locks are waited for, for some seconds. */
const LONG = 'long '.repeat(100_000);

interface Subject {
  readonly path: string;
  readonly database: DatabaseSync;
  readonly runner: Runner;
  readonly clock: ManualClock;
  readonly errors: unknown[];
}

function opened(agent: ServedAgent = served(echo), path: string = files.newPath()): Subject {
  const database = openDatabase(path, 'FULL');
  const clock = createManualClock();
  const errors: unknown[] = [];
  const onError = (thrown: unknown) => errors.push(thrown);
  const runner = createRunnerOnStore(createOpenStore(database, path), {
    path,
    agents: [agent],
    clock,
    leaseMs: LEASE_MS,
    onError,
  });
  return { path, database, runner, clock, errors };
}

interface Trouble {
  begin(subject: Subject): void;
  end(subject: Subject): unknown;
  readonly code: string;
}

/** What a database may go through while it is open, and what people are told of it. */
const TROUBLES: Record<string, Trouble> = {
  'the disk is full': {
    begin: ({ database }) => database.exec('PRAGMA max_page_count = 1'),
    end: ({ database }) => database.isOpen && database.exec('PRAGMA max_page_count = 1000000'),
    code: 'full',
  },
  'the file may not be written': {
    begin: ({ database }) => database.exec('PRAGMA query_only = ON'),
    end: ({ database }) => database.isOpen && database.exec('PRAGMA query_only = OFF'),
    code: 'read-only',
  },
  'another program holds the database': locked(),
};

function locked(): Trouble {
  let other: DatabaseSync | undefined;
  return {
    begin({ path, database }) {
      database.exec('PRAGMA busy_timeout = 0');
      other = new DatabaseSync(path);
      other.exec('BEGIN IMMEDIATE');
    },
    end: () => other?.close(),
    code: 'locked',
  };
}

function answers(task: Task): unknown[] {
  return buildTranscript(task).map(({ content }) => content);
}

describe.each(Object.entries(TROUBLES))('while %s', (_name, trouble) => {
  it('refuses a message, says why, and takes it once the trouble is over', async () => {
    const subject = opened();
    const { runner, errors } = subject;
    trouble.begin(subject);
    await expect(runner.submit(saying(LONG, 'm'))).rejects.toMatchObject({
      code: 'store-failed',
      message: expect.stringMatching(/was not accepted: try again later/),
    });
    expect(errors).toMatchObject([{ code: trouble.code }]);
    expect(runner.getStorageProblem?.()).toEqual({
      code: trouble.code,
      message: expect.stringMatching(/^tasks cannot be stored: (?!.*\/)/),
    });
    expect((await runner.list({ principal: 'p', pageSize: 9 })).total).toBe(0);
    trouble.end(subject);
    const task = await runner.submit(saying(LONG, 'm'));
    expect(answers(await runner.waitUntilSettled(task.id, NEVER))).toHaveLength(2);
    expect(runner.getStorageProblem?.()).toBeUndefined();
    await runner.close(0);
  });

  it('asks no agent for an answer to a message that was refused', async () => {
    const heard: unknown[] = [];
    const subject = opened(
      served((messages) => {
        heard.push(messages.map(({ content }) => content));
        return { role: 'assistant', content: 'heard' };
      }),
    );
    trouble.begin(subject);
    await expect(subject.runner.submit(saying(LONG))).rejects.toThrow('was not accepted');
    trouble.end(subject);
    const { id } = await subject.runner.submit(saying('taken'));
    await subject.runner.waitUntilSettled(id, NEVER);
    expect(heard).toEqual([['taken']]);
    await subject.runner.close(0);
  });

  it('loses no task that is under way: it goes on, and its readers with it', async () => {
    let answer = (): void => undefined;
    const attempts: number[] = [];
    const agent = served(async (_messages, { attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) await new Promise<void>((resolve) => (answer = resolve));
      return { role: 'assistant', content: LONG };
    });
    const subject = opened(agent);
    const { runner, clock, errors } = subject;
    const { id } = await runner.submit(saying('hi'));
    const seen: TaskUpdate[] = [];
    for await (const update of runner.subscribe(id, 0, NEVER)) {
      seen.push(update);
      if (update.kind === 'event' && update.event.type === 'model.started') break;
    }
    const following = collected(runner.subscribe(id, seen.length, NEVER));
    trouble.begin(subject);
    answer();
    await expect.poll(() => errors).toMatchObject([{ code: trouble.code }]);
    expect((await runner.get(id))?.model).toBe('running');
    trouble.end(subject);
    clock.advance(LEASE_MS / 3);
    const ended = runner.waitUntilSettled(id, NEVER);
    await expect.poll(() => attempts).toEqual([1, 2]);
    await expect.poll(async () => (await runner.get(id))?.state).toBe('completed');
    clock.advance(100);
    expect(answers(await ended)).toEqual(['hi', LONG]);
    seen.push(...(await following));
    const generations = seen.map((update) => update.kind === 'event' && update.event.generation);
    expect(generations).toEqual(seen.map((_, index) => index + 1));
    await runner.close(0);
  });

  it('refuses a message to a task that waits, and the task is as it was', async () => {
    const ask = { id: 'ask', type: 'function', function: { name: 'ask', arguments: '' } } as const;
    const agent = served(
      (messages) =>
        messages.length > 2
          ? { role: 'assistant', content: 'done' }
          : { role: 'assistant', content: '', tool_calls: [ask] },
      { toolSite: 'client' },
    );
    const subject = opened(agent);
    const { runner } = subject;
    const { id } = await runner.submit(saying('hi'));
    const waiting = await runner.waitUntilSettled(id, NEVER);
    trouble.begin(subject);
    const results = [{ callId: 'ask', output: LONG }];
    const message = { agent: 'a', principal: 'p', messageId: 'm2', taskId: id, results };
    await expect(runner.submit(message)).rejects.toMatchObject({ code: 'store-failed' });
    expect(await runner.get(id)).toEqual(waiting);
    trouble.end(subject);
    await runner.submit(message);
    expect((await runner.waitUntilSettled(id, NEVER)).state).toBe('completed');
    await runner.close(0);
  });
});

it.each(Object.entries(TROUBLES))(
  'can be closed while %s, and opened after',
  async (_, trouble) => {
    const subject = opened(served(stuck));
    const { runner, path } = subject;
    const { id } = await runner.submit(saying('hi'));
    trouble.begin(subject);
    const closing = runner.close(LEASE_MS);
    subject.clock.advance(LEASE_MS);
    await closing;
    trouble.end(subject);
    const after = createSqliteRunner({ path, agents: [served(echo)] });
    expect((await after.waitUntilSettled(id, NEVER)).state).toBe('completed');
    await after.close(0);
  },
);

describe('a damaged file', () => {
  /** A file with one finished task, a copy of it, and its name for the task. */
  async function damaged(where: (database: DatabaseSync) => number) {
    const { runner, path } = opened();
    const { id } = await runner.submit(saying('hi'));
    await runner.waitUntilSettled(id, NEVER);
    await runner.close(0);
    const backup = files.newPath();
    copyFileSync(path, backup);
    const database = new DatabaseSync(path);
    const page = where(database);
    const bytes = Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
    database.close();
    const garbage = Buffer.alloc(bytes, 'garbage ');
    writeSync(openSync(path, 'r+'), garbage, 0, bytes, (page - 1) * bytes);
    return { path, backup, id };
  }

  function rootOf(table: string): (database: DatabaseSync) => number {
    return (database) =>
      Number(
        database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.[
          'rootpage'
        ],
      );
  }

  it('is not opened where nothing can be done with it', async () => {
    const { path } = await damaged(rootOf('owner'));
    const opening = () => createSqliteRunner({ path, agents: [] });
    expect(opening).toThrow(expect.objectContaining({ code: 'corrupt' }));
    expect(opening).toThrow(/restore it from a backup/);
  });

  it('takes nothing that it cannot keep, and its backup goes on', async () => {
    const { path, backup, id } = await damaged(rootOf('event'));
    const { runner, errors } = opened(served(echo), path);
    const acts = [
      () => runner.submit(saying('more')),
      () => runner.get(id),
      () => runner.cancel(id),
      () => collected(runner.subscribe(id, 0, NEVER)),
    ];
    for (const act of acts) {
      await expect(act()).rejects.toMatchObject({ code: 'store-failed' });
    }
    expect(errors).toMatchObject(acts.map(() => ({ code: 'corrupt' })));
    await runner.close(0);
    const restored = opened(served(echo), backup).runner;
    expect((await restored.get(id))?.state).toBe('completed');
    const { id: next } = await restored.submit(saying('more'));
    expect((await restored.waitUntilSettled(next, NEVER)).state).toBe('completed');
    await restored.close(0);
  });
});

describe('a clock that jumps back', () => {
  const at = (time: number): Clock => ({ ...systemClock, now: () => time });

  it('holds nothing up, and makes no log run backwards', async () => {
    const path = files.newPath();
    const agents = [served(stuck)];
    const late = createSqliteRunner({ path, agents, clock: at(1_000_000) });
    const { id } = await late.submit(saying('hi'));
    await late.close(0);
    const early = createSqliteRunner({ path, agents: [served(echo)], clock: at(1000) });
    const task = await early.waitUntilSettled(id, NEVER);
    expect(task.state).toBe('completed');
    const times: number[] = [];
    for await (const update of early.subscribe(id, 0, NEVER)) {
      if (update.kind === 'event') times.push(update.event.at);
    }
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    await early.close(0);
  });
});
