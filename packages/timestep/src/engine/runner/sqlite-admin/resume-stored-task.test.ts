import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { buildTranscript } from '#core';
import type { Clock, ResumeAnswer, ResumedTask } from '#engine/port';
import { resumeStoredTask } from './resume-stored-task.ts';
import { withStore } from './store-file.ts';
import { newStorePath, openRunner, settledTask, startedTask } from './store.fixture.ts';

const NEVER = new AbortController().signal;
const LONG_MS = 3600_000;

/** Time stands still: whoever lives by it neither renews its lease nor notices anything. */
const ASLEEP: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    if (delayMs === 0) setImmediate(run);
    return () => undefined;
  },
};

function resume(
  path: string,
  id: string,
  answer?: ResumeAnswer,
  now: number = Date.now(),
): Promise<ResumedTask> {
  return withStore(path, 'write', (store) => resumeStoredTask(store, id, now, answer));
}

function ownerOf(path: string): unknown {
  const database = new DatabaseSync(path);
  const owner = database.prepare('SELECT owner FROM task').get()?.['owner'];
  database.close();
  return owner;
}

it('frees a task from a process that does not respond, for others to go on with', async () => {
  const path = newStorePath();
  const task = await startedTask(openRunner(path, ASLEEP), 'thinker', 'hello');
  const owner = ownerOf(path);
  const resumed = await resume(path, task.id, undefined, Date.now() + LONG_MS);
  expect(resumed).toMatchObject({
    owner,
    ownerStatus: 'silent',
    isReleased: true,
    interruptedCalls: [{ what: 'model' }],
  });
  expect(ownerOf(path)).toBe('');
  const heir = openRunner(path);
  for await (const update of heir.subscribe(task.id, task.generation, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'model.lost') break;
  }
  expect(ownerOf(path)).not.toBe('');
});

it('is taken up by a server that is running', async () => {
  const path = newStorePath();
  const server = openRunner(path);
  await startedTask(server, 'thinker', 'keeps the server busy');
  const task = await startedTask(openRunner(path, ASLEEP), 'thinker', 'hello');
  await resume(path, task.id, undefined, Date.now() + LONG_MS);
  const types: string[] = [];
  for await (const update of server.subscribe(task.id, 0, NEVER)) {
    if (update.kind !== 'event') continue;
    types.push(update.event.type);
    if (update.event.type === 'model.lost') break;
  }
  expect(types).toContain('task.resumed');
});

it('answers a task that waits, whoever owns it', async () => {
  const path = newStorePath();
  const runner = openRunner(path);
  const task = await settledTask(runner, 'asker', 'hello');
  const answer = { messageId: 'm', message: { role: 'user', content: 'never mind' } } as const;
  expect(await resume(path, task.id, answer)).toMatchObject({
    isReleased: false,
    interruptedCalls: [],
  });
  // Nobody drives it and nobody looks: it is taken in by whoever asks next.
  await runner.close(0);
  const heir = openRunner(path);
  for await (const update of heir.subscribe(task.id, task.generation, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'message.received') break;
  }
  const after = await heir.waitUntilSettled(task.id, NEVER);
  expect(buildTranscript(after).map(({ content }) => content)).toContain('never mind');
});

it('says why there is nothing to resume, and changes nothing', async () => {
  const path = newStorePath();
  const runner = openRunner(path);
  const waiting = await settledTask(runner, 'asker', 'hello');
  await expect(resume(path, waiting.id)).rejects.toMatchObject({ code: 'task-waits' });
  const strange = { messageId: 'm', approvals: [{ callId: 'none', approved: true }] };
  await expect(resume(path, waiting.id, strange)).rejects.toMatchObject({ code: 'not-accepted' });
  const working = await startedTask(runner, 'thinker', 'hello');
  await expect(resume(path, working.id)).rejects.toMatchObject({ code: 'task-at-work' });
  const ended = await settledTask(runner, 'parrot', 'hello');
  await expect(resume(path, ended.id)).rejects.toMatchObject({ code: 'task-ended' });
  await expect(resume(path, 'none')).rejects.toMatchObject({ code: 'task-not-found' });
  expect(await runner.get(waiting.id)).toEqual(waiting);
});
