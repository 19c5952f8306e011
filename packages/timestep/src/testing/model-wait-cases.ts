import assert from 'node:assert/strict';
import { TimestepError } from '#core';
import { subscribeToTask, type AgentFn } from '#engine/port';
import {
  createMessage,
  createRunnerCase,
  listContents,
  NEVER,
  waitUntilFinished,
  type RunnerCase,
} from './runner-case.ts';

/** A temporary failure of a model provider. */
class OverloadError extends TimestepError {
  readonly retryable = true;
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('overloaded', 'the model is overloaded');
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Creates a model whose first `failures` calls fail, and that then replies with the number of the
 * attempt.
 */
function createOverloadedAgent(failures: number, retryAfterMs: number): AgentFn {
  return (_messages, { attempt }) => {
    if (attempt <= failures) throw new OverloadError(retryAfterMs);
    return { role: 'assistant', content: `attempt ${attempt}` };
  };
}

/** Test cases for a task whose model fails for a while. */
export const modelWaitCases: readonly RunnerCase[] = [
  createRunnerCase(
    'calls a model again that was overloaded, after the pause that it asks for',
    { agent: createOverloadedAgent(2, 150) },
    async (runner) => {
      const task = await runner.submit(createMessage('hi'));
      const waits: (string | undefined)[] = [];
      for await (const step of subscribeToTask(runner, task, NEVER)) {
        if (step.kind === 'event' && step.event.type === 'model.failed') {
          assert.equal(step.task.state, 'working');
          waits.push(step.task.modelWait?.error.message);
        }
      }
      const ended = await waitUntilFinished(runner, task);
      assert.deepEqual(waits, ['the model is overloaded', 'the model is overloaded']);
      assert.deepEqual(listContents(ended), ['hi', 'attempt 3']);
      assert.equal(ended.modelWait, undefined);
    },
  ),

  createRunnerCase(
    'shows a task that waits for its model, and cancels it at once',
    { agent: createOverloadedAgent(9, 90_000) },
    async (runner) => {
      const task = await runner.submit(createMessage('hi'));
      for await (const step of subscribeToTask(runner, task, NEVER)) {
        if (step.kind !== 'event' || step.event.type !== 'model.failed') continue;
        await runner.cancel(task.id);
      }
      const ended = await waitUntilFinished(runner, task);
      assert.equal(ended.state, 'canceled');
    },
  ),
];
