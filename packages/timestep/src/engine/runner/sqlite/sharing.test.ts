import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildTranscript, type Submission, type Task } from '#core';
import type { AgentFn, Runner } from '#engine/port';
import { createManualClock } from '#testing';
import { createOpenStore } from './file/open-store.ts';
import { openDatabase } from './file/database.ts';
import { createMailTable } from './messages/mail-table.ts';
import { createSqliteRunner, createRunnerOnStore } from './sqlite-runner.ts';
import { collected, echo, NEVER, saying, served, temporaryFiles } from './store.fixture.ts';
import { createTaskTable } from './tasks/task-table.ts';

const files = temporaryFiles();
afterAll(files.remove);

const PROCESS = fileURLToPath(new URL('runner-process.fixture.ts', import.meta.url));

/** A process that has a task under way, and the task's id. */
async function busyProcess(path: string): Promise<{ child: ChildProcess; id: string }> {
  const child = spawn(process.execPath, [PROCESS, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [chunk] = await once(child.stdout as Readable, 'data');
  return { child, id: String(chunk) };
}

/** An agent whose first reply is held back until it is let go; then it repeats. */
function held(): { agent: AgentFn; letGo: () => void; called: Promise<void> } {
  const reply = Promise.withResolvers<void>();
  const called = Promise.withResolvers<void>();
  const agent: AgentFn = async (messages, context) => {
    called.resolve();
    await reply.promise;
    return echo(messages, context);
  };
  return { agent, letGo: reply.resolve, called: called.promise };
}

/** A task that one of two runners over a file is driving. */
async function driven() {
  const path = files.newPath();
  const { agent, letGo, called } = held();
  const owner = createSqliteRunner({ path, agents: [served(agent)] });
  const { id } = await owner.submit(saying('hi'));
  await called;
  const other = createSqliteRunner({ path, agents: [served(echo)] });
  return { path, id, owner, other, letGo, more: { ...saying('more'), taskId: id } };
}

async function closed(...runners: Runner[]): Promise<void> {
  await Promise.all(runners.map((runner) => runner.close(0)));
}

function said(task: Task): unknown[] {
  return buildTranscript(task).map(({ content }) => content);
}

describe('a task that another process drives', () => {
  it('takes a message, once, and who follows from there sees it', async () => {
    const { id, owner, other, letGo, more } = await driven();
    const taken = await other.submit(more);
    const following = collected(other.subscribe(id, taken.generation, NEVER));
    expect((await other.submit(more)).id).toBe(id);
    const another = { ...more, message: { role: 'user', content: 'other' } } as const;
    await expect(other.submit(another)).rejects.toMatchObject({ code: 'duplicate-message' });
    // The owner takes it while its model is being called.
    for await (const update of owner.subscribe(id, 0, NEVER)) {
      if (update.kind === 'event' && update.event.type === 'message.received') {
        if (update.event.messageId === 'more') break;
      }
    }
    letGo();
    expect(said(await other.waitUntilSettled(id, NEVER))).toEqual([
      'hi',
      'heard hi',
      'more',
      'heard more',
    ]);
    const events = (await following).flatMap((update) =>
      update.kind === 'event' ? update.event : [],
    );
    expect(events.map(({ generation }) => generation)).toEqual(
      events.map((_, index) => taken.generation + 1 + index),
    );
    expect(events.filter(({ type }) => type === 'message.received')).toHaveLength(1);
    await closed(owner, other);
  });

  it('refuses what does not fit, judged by what is on disk, and keeps nothing of it', async () => {
    const { path, id, owner, other, letGo } = await driven();
    const strange: Submission = {
      agent: 'a',
      principal: 'p',
      messageId: 'strange',
      taskId: id,
      results: [{ callId: 'none', output: '' }],
    };
    await expect(other.submit(strange)).rejects.toMatchObject({ code: 'results-without-call' });
    const foreign = { ...saying('x'), principal: 'q', taskId: id };
    await expect(other.submit(foreign)).rejects.toMatchObject({ code: 'task-not-found' });
    const database = openDatabase(path, 'FULL');
    expect(createMailTable(database).listPending(id, 0)).toEqual([]);
    database.close();
    letGo();
    await owner.waitUntilSettled(id, NEVER);
    const late = { ...saying('late'), taskId: id };
    await expect(other.submit(late)).rejects.toMatchObject({ code: 'task-finished' });
    await closed(owner, other);
  });

  it('does not end with mail that it has not taken', async () => {
    const path = files.newPath();
    const { agent, letGo, called } = held();
    const database = openDatabase(path, 'FULL');
    // Its clock stands still, so that it does not look for mail by itself.
    const owner = createRunnerOnStore(createOpenStore(database, path), {
      path,
      agents: [served(agent)],
      clock: createManualClock(Date.now()),
    });
    const { id } = await owner.submit(saying('hi'));
    await called;
    const other = createSqliteRunner({ path, agents: [served(echo)] });
    await other.submit({ ...saying('more'), taskId: id });
    letGo();
    const task = await owner.waitUntilSettled(id, NEVER);
    const ended = task.end ? task : await other.waitUntilSettled(id, NEVER);
    expect(said(ended)).toEqual(['hi', 'heard hi', 'more', 'heard more']);
    expect(createMailTable(database).listPending(id, 0)).toEqual([]);
    await closed(owner, other);
  });

  it('is canceled by whoever asks', async () => {
    const { id, owner, other } = await driven();
    const canceled = await other.cancel(id);
    expect(canceled.state).toBe('canceled');
    expect(await owner.get(id)).toEqual(canceled);
    await closed(owner, other);
  });
});

describe('mail of a process that is gone', () => {
  it('is taken by whoever takes the task over', async () => {
    const path = files.newPath();
    const { child, id } = await busyProcess(path);
    child.kill('SIGSTOP');
    const clock = createManualClock(Date.now());
    const heir = createSqliteRunner({ path, agents: [served(echo)], clock });
    const taken = await heir.submit({ ...saying('more'), taskId: id });
    expect(said(taken)).toEqual(['hi']);
    child.kill('SIGKILL');
    await once(child, 'close');
    clock.advance(20_000);
    expect(said(await heir.waitUntilSettled(id, NEVER))).toEqual(['hi', 'more', 'heard more']);
    await closed(heir);
  });

  it('is not taken by a process that was stopped and taken for dead', async () => {
    const path = files.newPath();
    const { child, id } = await busyProcess(path);
    child.kill('SIGSTOP');
    const clock = createManualClock(Date.now());
    const heir = createSqliteRunner({ path, agents: [served(echo)], clock });
    await heir.submit({ ...saying('more'), taskId: id });
    clock.advance(60_000);
    const ended = await heir.waitUntilSettled(id, NEVER);
    const noticed = once(child.stdout as Readable, 'data');
    child.kill('SIGCONT');
    // It notices, and lets go: nothing of it follows in the log.
    await heir.submit(saying('another'));
    expect(String(await noticed)).toBe('completed');
    const database = openDatabase(path, 'FULL');
    expect(createTaskTable(database).load(id)?.task).toEqual(ended);
    expect(said(ended).filter((content) => content === 'more')).toHaveLength(1);
    database.close();
    child.kill('SIGKILL');
    await closed(heir);
  });
});
