import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { compileTool } from './compile-tool.ts';
import { executeToolCall, type ToolCallOptions } from './make-call.ts';
import type { Tool } from './tool.ts';

const context = { key: 'k', attempt: 1, signal: new AbortController().signal };
const nothing = (): never => {
  throw new Error('it must not run');
};

function call(tool: Tool, facts: Partial<ToolCallOptions> = {}, args = {}) {
  return executeToolCall(compileTool('subject', tool), args, { context, ...facts });
}

describe('a call', () => {
  it('comes to a value, with what was given beside it', async () => {
    const execute: Tool['execute'] = (_, { give }) => {
      give({ name: 'plan', parts: 'a plan' });
      return { n: 1 };
    };
    expect(await call({ output: z.object({ n: z.number() }), execute })).toEqual({
      is: 'result',
      value: { n: 1 },
      artifacts: [{ name: 'plan', artifact_id: 'plan', parts: [{ type: 'text', text: 'a plan' }] }],
    });
  });

  it('fails before the tool runs where its arguments do not fit', async () => {
    const input = z.object({ n: z.number() });
    expect(await call({ input, execute: nothing }, {}, { n: 'one' })).toMatchObject({
      is: 'failed',
      code: 'bad-arguments',
      text: expect.stringMatching(/^invalid arguments for tool subject: n: /),
    });
  });

  it.each<[string, Partial<Tool>, Partial<ToolCallOptions>, boolean]>([
    ['the tool says so', { needsApproval: true }, {}, true],
    ['the environment says so', {}, { humanInLoop: true }, true],
    ['the tool says otherwise', { needsApproval: false }, { humanInLoop: true }, false],
    ['it only reads', { annotations: { readOnlyHint: true } }, { humanInLoop: true }, false],
  ])('waits for a person where %s', async (_why, traits, facts, isAsked) => {
    const tool: Tool = { ...traits, execute: () => 'ran' };
    const approved = { ...facts, context: { ...context, approved: true } };
    expect((await call(tool, facts)).is).toBe(isAsked ? 'unapproved' : 'result');
    expect((await call(tool, approved)).is).toBe('result');
  });

  it('comes to a question, or to a task that it waits for', async () => {
    expect(await call({ execute: (_, { ask }) => ask('Who?') })).toEqual({
      is: 'question',
      question: { text: 'Who?' },
    });
    expect(await call({ execute: (_, { waitFor }) => waitFor('t') })).toEqual({
      is: 'waits',
      awaits: { task_id: 't' },
    });
  });

  it('fails where the tool throws, or returns something other than it declares', async () => {
    const thrown = new Error('broke');
    const throws: Tool = {
      execute() {
        throw thrown;
      },
    };
    expect(await call(throws)).toEqual({ is: 'failed', code: 'threw', text: 'broke', thrown });
    expect(await call({ output: z.string(), execute: () => 1 })).toMatchObject({
      is: 'failed',
      code: 'bad-result',
    });
  });

  it('says what the tool makes of a question that was left unanswered', async () => {
    const left = { question: { text: 'Who?' }, isDeclined: false };
    expect(await call({ execute: nothing }, { left })).toMatchObject({ code: 'unanswered' });
    const unanswered: Tool['unanswered'] = ({ text }) => `left ${text}`;
    expect(await call({ execute: nothing, unanswered }, { left })).toMatchObject({
      is: 'result',
      value: 'left Who?',
    });
  });
});

describe('a call of a tool that is a task', () => {
  const begin = async (): Promise<object> => ({ id: 't' });

  it('is begun where its caller takes tasks, and refused where it has to be one', async () => {
    const optional: Tool = { task: 'optional', execute: () => 'here' };
    const required: Tool = { task: 'required', execute: nothing };
    const takes = { begin, canAsk: false, refusesRequired: false };
    const none = { canAsk: false, refusesRequired: true };
    expect(await call(optional, { tasks: takes })).toEqual({ is: 'task', task: { id: 't' } });
    expect(await call(optional, { tasks: none })).toMatchObject({ value: 'here' });
    expect(await call(required, { tasks: none })).toMatchObject({ code: 'only-task' });
  });

  it('is not begun unapproved where the task could ask nobody', async () => {
    const tool: Tool = { task: 'optional', needsApproval: true, execute: nothing };
    const tasks = { begin, refusesRequired: false };
    expect(await call(tool, { tasks: { ...tasks, canAsk: false } })).toMatchObject({
      is: 'unapproved',
    });
    expect(await call(tool, { tasks: { ...tasks, canAsk: true } })).toMatchObject({ is: 'task' });
  });
});
