import assert from 'node:assert/strict';
import { RunnerError } from '#engine/port';
import {
  createMessage,
  createRunnerCase,
  waitUntilFinished,
  type RunnerCase,
} from './runner-case.ts';

/** Test cases for tasks whose ids are chosen by the sender. */
export const taskIdCases: readonly RunnerCase[] = [
  createRunnerCase(
    'names a new task as its submission says, and refuses an id that is taken',
    {},
    async (runner) => {
      const start = { taskId: 'of my own' };
      const task = await runner.submit({ ...createMessage('hello'), start });
      assert.equal(task.id, 'of my own');
      assert.equal((await runner.submit({ ...createMessage('hello'), start })).id, task.id);
      await assert.rejects(
        async () => runner.submit({ ...createMessage('other', 'm2'), start }),
        (thrown) => thrown instanceof RunnerError && thrown.code === 'duplicate-message',
      );
      assert.equal((await waitUntilFinished(runner, task)).state, 'completed');
    },
  ),
];
