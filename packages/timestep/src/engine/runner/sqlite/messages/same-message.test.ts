import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Submission } from '#core';
import { functionEnvironment, tool } from '#engine/tools';
import { openDatabase } from '../file/database.ts';
import { createSqliteRunner } from '../sqlite-runner.ts';
import { calling, NEVER, saying, served, temporaryFiles } from '../store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

it('takes a message once that two processes receive at once, also where it fits no more for the second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = files.newPath();
  const slow = Promise.withResolvers<string>();
  const environment = functionEnvironment({
    slow: () => slow.promise,
    pay: tool({ input: { type: 'object' }, needsApproval: true, execute: () => 'paid' }),
  });
  const agents = [served(calling('slow', 'pay'), { environment: () => environment })];
  const owner = createSqliteRunner({ path, agents });
  const { id } = await owner.submit(saying('hi'));
  for await (const update of owner.subscribe(id, 0, NEVER)) {
    if (update.kind === 'event' && update.event.type === 'approval.requested') break;
  }
  const other = createSqliteRunner({ path, agents });
  const approval: Submission = {
    agent: 'a',
    principal: 'p',
    messageId: 'yes',
    taskId: id,
    approvals: [{ callId: 'pay', approved: true }],
  };

  // The file is locked when the second process wants to write, so that it tries again later.
  const lock = openDatabase(path, 'FULL');
  lock.exec('BEGIN IMMEDIATE');
  const second = other.submit(approval);
  const became = second.catch((thrown: unknown) => thrown);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  lock.exec('COMMIT');
  lock.close();
  await owner.submit(approval);
  await vi.advanceTimersByTimeAsync(5000);

  expect(await became).toMatchObject({ id });
  slow.resolve('slow');
  const task = await owner.waitUntilSettled(id, NEVER);
  expect(task.end?.state).toBe('completed');
  await Promise.all([owner.close(0), other.close(0)]);
});
