import { expect, it } from 'vitest';
import { RunnerError } from '#engine/port';
import { createErrorHandler } from './error-handler.ts';
import { FencedError, StoreError } from '#engine/store';

function opened() {
  const state = { isClosed: false, isGone: false };
  const reported: unknown[] = [];
  const gone = new StoreError('gone', 'the file is gone');
  const refusals = createErrorHandler({
    path: 'tasks.db',
    isClosed: () => state.isClosed,
    checkFiles() {
      if (state.isGone) throw gone;
    },
    onError: (thrown) => void reported.push(thrown),
  });
  return { state, reported, gone, ...refusals };
}

it.each([
  [new RunnerError('task-not-found', 'there is no task t'), 'task-not-found', 0],
  [new FencedError('fenced', 'taken over'), 'busy-elsewhere', 0],
  [new Error('disk'), 'store-failed', 1],
])('refuses with a code of the port: %s', async (thrown, code, reports) => {
  const { runRequest: guarded, reported } = opened();
  const refused = guarded('try later', () => Promise.reject(thrown));
  await expect(refused).rejects.toMatchObject({ code });
  expect(reported).toHaveLength(reports);
});

it('says what a caller can do, and the cause to the operator only', async () => {
  const { runRequest: guarded, reported } = opened();
  const refused = guarded('try later', () => Promise.reject(new Error('disk')));
  await expect(refused).rejects.toThrow(/^try later$/);
  expect(reported).toMatchObject([{ message: expect.stringContaining('disk') }]);
});

it('does nothing, and reports nothing, once it is closed', async () => {
  const { state, runRequest: guarded, report, reported } = opened();
  state.isClosed = true;
  await expect(guarded('try later', () => 1)).rejects.toMatchObject({ code: 'closed' });
  report(new Error('disk'));
  expect(reported).toEqual([]);
});

it('changes nothing while the file is away, and reports that once', async () => {
  const {
    state,
    gone,
    runWriteRequest: changing,
    report,
    resetReports: reportAgain,
    reported,
  } = opened();
  state.isGone = true;
  let isDone = false;
  const act = async (): Promise<void> => {
    isDone = true;
  };
  await expect(changing('try later', act)).rejects.toMatchObject({ code: 'store-failed' });
  expect(isDone).toBe(false);
  report(gone);
  expect(reported).toEqual([gone]);
  reportAgain();
  report(gone);
  expect(reported).toEqual([gone, gone]);
});
