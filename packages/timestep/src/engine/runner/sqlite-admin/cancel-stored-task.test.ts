import { expect, it } from 'vitest';
import { cancelStoredTask } from './cancel-stored-task.ts';
import { withStore } from './store-file.ts';
import { createSqliteStoredTasks } from './stored-tasks.ts';
import { newStorePath, openRunner, settledTask, startedTask } from './store.fixture.ts';

it('ends a task that waits for its client', async () => {
  const path = newStorePath();
  const { id } = await settledTask(openRunner(path), 'asker', 'hello');
  const task = await withStore(path, 'write', (store) => cancelStoredTask(store, id, 5));
  expect(task).toMatchObject({ state: 'canceled', end: { reason: 'canceled' } });
  const stored = await withStore(path, 'read', (store) => createSqliteStoredTasks(store).load(id));
  expect(stored.end).toEqual(task.end);
  const work = await withStore(path, 'read', (store) =>
    createSqliteStoredTasks(store).readWork?.({ since: 0, until: Infinity }),
  );
  expect(work?.filter(({ kind }) => kind === 'task')).toMatchObject([{ count: 1, failed: 0 }]);
});

it('ends a task that a live process drives, which is fenced off', async () => {
  const path = newStorePath();
  const runner = openRunner(path);
  const { id } = await startedTask(runner, 'thinker', 'hello');
  await withStore(path, 'write', (store) => cancelStoredTask(store, id, Date.now()));
  const types = await withStore(path, 'read', (store) =>
    [...(createSqliteStoredTasks(store).readEventsSync?.(id, 0, 999) ?? [])].map(
      ({ type }) => type,
    ),
  );
  expect(types.slice(-3)).toEqual(['model.lost', 'cancel.requested', 'task.finished']);
  // Its own word on the task is refused, and the log stays as it is.
  await runner.cancel(id).catch(() => undefined);
  const after = await withStore(path, 'read', (store) => [
    ...(createSqliteStoredTasks(store).readEventsSync?.(id, 0, 999) ?? []),
  ]);
  expect(after).toHaveLength(types.length);
  expect(await runner.get(id)).toMatchObject({ state: 'canceled' });
});

it('refuses tasks that have ended and tasks that are not there', async () => {
  const path = newStorePath();
  const { id } = await settledTask(openRunner(path), 'parrot', 'hello');
  const cancel = (taskId: string) =>
    withStore(path, 'write', (store) => cancelStoredTask(store, taskId, 5));
  await expect(cancel(id)).rejects.toMatchObject({
    code: 'task-ended',
    message: `task ${id} has ended already (completed): there is nothing to cancel`,
  });
  await expect(cancel('other')).rejects.toMatchObject({ code: 'task-not-found' });
});
