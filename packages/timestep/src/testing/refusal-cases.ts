import assert from 'node:assert/strict';
import { getText, TimestepError, type RefusalAdvice } from '#core';
import type { AgentFn } from '#engine/port';
import {
  createMessage,
  createRunnerCase,
  listContents,
  waitUntilFinished,
  type RunnerCase,
} from './runner-case.ts';

/** A request that the provider of a model refuses. */
class RefusalError extends TimestepError {
  readonly refusal: RefusalAdvice;

  constructor(code: string, refusal: RefusalAdvice) {
    super(code, 'the request was refused');
    this.refusal = refusal;
  }
}

/**
 * Creates a model that refuses the word "odd" and long messages, and otherwise replies with all
 * messages.
 */
function createAgentRefusingOddOrLong(): AgentFn {
  return (messages, { tools }) => {
    const texts = messages.map(getText);
    const odd = texts.indexOf('odd');
    if (odd >= 0)
      throw new RefusalError('bad-request', { reason: 'content', parts: [{ message: odd }] });
    if (texts.some((text) => text.length > 2000)) {
      const limits = { limitTokens: 500, requestTokens: 1000 };
      throw new RefusalError('context-length', { reason: 'length', ...limits });
    }
    const isAsked = texts.at(-1) === 'read' && tools.length > 0;
    if (!isAsked) return { role: 'assistant', content: `read ${texts.length}` };
    const called = { name: 'long', arguments: '{}' };
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'x', type: 'function', function: called }],
    };
  };
}

/** Test cases for a task whose requests a model refuses. */
export const refusalCases: readonly RunnerCase[] = [
  createRunnerCase(
    'leaves out what the model refuses, also in the next task of the context',
    { agent: createAgentRefusingOddOrLong() },
    async (runner) => {
      const first = await waitUntilFinished(runner, await runner.submit(createMessage('odd')));
      assert.equal(first.state, 'completed');
      assert.deepEqual(first.omitted, [{ kind: 'message', index: 0 }]);
      const { contextId } = first;
      const more = { ...createMessage('and?', 'm2'), contextId };
      const second = await waitUntilFinished(runner, await runner.submit(more));
      assert.deepEqual(listContents(second).slice(-2), ['and?', 'read 3']);
      assert.match(String(listContents(second)[0]), /left out here/);
      assert.equal(second.omitted, undefined);
    },
  ),

  createRunnerCase(
    'shortens a result that is too long for the model, and keeps it whole in the log',
    { agent: createAgentRefusingOddOrLong(), tools: { long: () => 'l'.repeat(4000) } },
    async (runner) => {
      const task = await runner.submit(createMessage('read'));
      const ended = await waitUntilFinished(runner, task);
      assert.equal(ended.state, 'completed');
      assert.match(String(listContents(ended)[2]), /characters were left out here/);
      const stored = ended.entries?.before?.last.message;
      assert.equal(stored && getText(stored).length, 4000);
    },
  ),
];
