import assert from 'node:assert/strict';
import { buildTranscript, getText, listMessages, type AssistantMessage, type Message } from '#core';
import { createAgentOutput } from '#engine/tools';
import type { AgentFn } from '#engine/port';
import {
  createMessage,
  createRunnerCase,
  waitUntilFinished,
  waitUntilSettled,
  type RunnerCase,
} from './runner-case.ts';

const output = createAgentOutput('subject', {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
});

/** Test cases for agents whose answers must match an output schema. */
export const outputCases: readonly RunnerCase[] = [
  createRunnerCase(
    'asks the model to correct an answer that does not match the output schema',
    { output, agent: createAgentWithReplies(['Oslo', '{"town":"Oslo"}', '{"city":"Oslo"}']) },
    async (runner) => {
      const task = await waitUntilFinished(runner, await runner.submit(createMessage('where')));
      assert.deepEqual([task.state, task.steps], ['completed', 3]);
      const last = task.entries?.last.message;
      assert.ok(last?.role === 'assistant');
      assert.deepEqual([last.content, last.output], ['{"city":"Oslo"}', { city: 'Oslo' }]);
      assert.deepEqual(
        listMessages(task).map(({ role }) => role),
        ['user', 'assistant'],
      );
    },
  ),
  createRunnerCase(
    'fails a task after two corrections, and says what is wrong',
    { output, agent: createAgentWithReplies(['one', 'two', 'three', 'four']) },
    async (runner) => {
      const task = await waitUntilFinished(runner, await runner.submit(createMessage('where')));
      assert.deepEqual(
        [task.state, task.end?.error?.code, task.steps],
        ['failed', 'output-mismatch', 3],
      );
      assert.match(task.end?.error?.message ?? '', /is not JSON/);
    },
  ),
  createRunnerCase(
    'keeps a correction while the task waits for the user',
    {
      output,
      agent: createAgentWithReplies([
        'Oslo',
        { role: 'assistant', content: 'Which one?', expects_reply: true },
        (messages) => JSON.stringify({ city: messages.map(getText).join(' | ') }),
      ]),
    },
    async (runner) => {
      const waiting = await waitUntilSettled(runner, await runner.submit(createMessage('where')));
      assert.equal(waiting.state, 'input-required');
      await runner.submit({ ...createMessage('that one', 'm2'), taskId: waiting.id });
      const task = await waitUntilFinished(runner, waiting);
      const contents = buildTranscript(task).map(getText);
      assert.deepEqual(contents.slice(0, 2), ['where', 'Oslo']);
      assert.match(contents[2] ?? '', /does not match the required JSON Schema/);
      const seen = contents[5] ?? '';
      assert.ok(seen.includes('where | Oslo | Your answer does not match'), seen);
      assert.ok(seen.includes('Which one? | that one'), seen);
    },
  ),
];

type ScriptedReply = string | AssistantMessage | ((messages: readonly Message[]) => string);

/** Creates an agent that replies with the next of these replies in each model call. */
function createAgentWithReplies(replies: readonly ScriptedReply[]): AgentFn {
  return (messages, { key }) => {
    const reply = replies[Number(key.split(':').at(-1)) - 1] ?? 'no reply is left';
    if (typeof reply === 'object') return reply;
    const content = typeof reply === 'string' ? reply : reply(messages);
    return { role: 'assistant', content };
  };
}
