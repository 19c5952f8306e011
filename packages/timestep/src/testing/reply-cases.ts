import assert from 'node:assert/strict';
import {
  createMessage,
  createRunnerCase,
  waitUntilSettled,
  type RunnerCase,
} from './runner-case.ts';

/** Test cases for replies that are neither answers nor questions in text. */
export const replyCases: readonly RunnerCase[] = [
  createRunnerCase(
    'ends a task that its agent rejects, with the words that say why',
    { agent: () => ({ role: 'assistant', content: 'Not here.', reply_as: 'rejection' }) },
    async (runner) => {
      const task = await waitUntilSettled(runner, await runner.submit(createMessage('pay')));
      assert.deepEqual(
        [task.state, task.end?.reason, task.end?.error?.code],
        ['rejected', 'error', 'rejected'],
      );
      assert.equal(task.entries?.last.message.content, 'Not here.');
    },
  ),
  createRunnerCase(
    'waits where the agent asks for credentials, and goes on with the next message',
    {
      agent: (messages) =>
        messages.length === 1
          ? { role: 'assistant', content: 'Log in.', reply_as: 'credentials-request' }
          : { role: 'assistant', content: 'Paid.' },
    },
    async (runner) => {
      const waiting = await waitUntilSettled(runner, await runner.submit(createMessage('pay')));
      assert.equal(waiting.state, 'input-required');
      const done = await waitUntilSettled(
        runner,
        await runner.submit({ ...createMessage('done', 'm2'), taskId: waiting.id }),
      );
      assert.deepEqual([done.state, done.entries?.last.message.content], ['completed', 'Paid.']);
    },
  ),
];
