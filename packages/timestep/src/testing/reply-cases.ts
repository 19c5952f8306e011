import assert from 'node:assert/strict';
import { message, runnerCase, settled, type RunnerCase } from './runner-case.ts';

/** What every runner must do with replies that are neither answers nor plain questions. */
export const replyCases: readonly RunnerCase[] = [
  runnerCase(
    'ends a task that its agent rejects, with the words that say why',
    { agent: () => ({ role: 'assistant', content: 'Not here.', reply_as: 'rejection' }) },
    async (runner) => {
      const task = await settled(runner, await runner.submit(message('pay')));
      assert.deepEqual(
        [task.state, task.end?.reason, task.end?.error?.code],
        ['rejected', 'error', 'rejected'],
      );
      assert.equal(task.entries?.last.message.content, 'Not here.');
    },
  ),
  runnerCase(
    'waits where the agent asks for credentials, and goes on with the next message',
    {
      agent: (messages) =>
        messages.length === 1
          ? { role: 'assistant', content: 'Log in.', reply_as: 'credentials-request' }
          : { role: 'assistant', content: 'Paid.' },
    },
    async (runner) => {
      const waiting = await settled(runner, await runner.submit(message('pay')));
      assert.equal(waiting.state, 'input-required');
      const done = await settled(
        runner,
        await runner.submit({ ...message('done', 'm2'), taskId: waiting.id }),
      );
      assert.deepEqual([done.state, done.entries?.last.message.content], ['completed', 'Paid.']);
    },
  ),
];
