import { describe, expect, it } from 'vitest';
import type { Artifact, QuestionAnswer } from '#core';
import type { McpTool } from '../definition.ts';
import { createEnvironmentHandler } from '../handler.ts';
import { askModern, beginSession, type Asked } from '../requests.fixture.ts';
import { wrapCallTask, type CallTask, type CallTasks, type CallTaskState } from './call-task.ts';

const TAKES = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const DECLARED = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

const taskOf = (stand: CallTaskState): CallTask => ({
  id: 't1',
  createdAt: 0,
  updatedAt: 1,
  stand,
});

const tools: readonly McpTool[] = [
  { name: 'dig', output: DECLARED, execute: () => wrapCallTask(taskOf({ is: 'working' })) },
  {
    name: 'add',
    output: DECLARED,
    input: DECLARED,
    execute: ({ n }: { n: number }) => ({ n: n + 1 }),
  },
  { name: 'break', output: DECLARED, execute: () => ({ n: 'one' }) },
  {
    name: 'fall',
    execute() {
      throw new Error('fell');
    },
  },
];

/** An environment with one task that stands so, and what was done with it. */
function environment(standOf: (desk: Parameters<CallTasks['find']>[1]) => CallTaskState) {
  const done: (readonly [string, QuestionAnswer | undefined])[] = [];
  const callTasks: CallTasks = {
    find: async (id, context) => (id === 't1' ? taskOf(standOf(context)) : undefined),
    async answer(_id, round, answer) {
      done.push([round, answer]);
    },
    async cancel(id) {
      done.push([id, undefined]);
    },
  };
  const handler = createEnvironmentHandler({ name: 'mine', version: '1', tools, callTasks });
  const ask = (asked: Asked) => {
    const { taskId } = asked.params ?? {};
    const headers = typeof taskId === 'string' ? { 'mcp-name': taskId } : {};
    return askModern(handler, { capabilities: TAKES, headers, ...asked });
  };
  return { ask, done, handler };
}

const working = () => environment(() => ({ is: 'working' }));
const call = (name: string, args: object = {}) => ({
  method: 'tools/call',
  params: { name, arguments: args },
});
const got = { method: 'tasks/get', params: { taskId: 't1' } };

describe('calls that outlive their requests', () => {
  it('are tasks for a client that takes them, and failures for any other', async () => {
    const { ask } = working();
    expect((await ask(call('dig'))).result).toMatchObject({
      resultType: 'task',
      taskId: 't1',
      status: 'working',
      createdAt: '1970-01-01T00:00:00.000Z',
      ttlMs: null,
    });
    expect((await ask({ ...call('dig'), capabilities: {} })).result).toMatchObject({
      resultType: 'complete',
      isError: true,
      content: [{ text: expect.stringContaining('only a client with the tasks extension') }],
    });
  });

  it('say why they make no progress', async () => {
    const { ask } = environment(() => ({ is: 'working', waits: 'waiting for the model' }));
    expect((await ask(got)).result).toMatchObject({
      status: 'working',
      statusMessage: 'waiting for the model',
    });
    expect((await working().ask(got)).result).not.toHaveProperty('statusMessage');
  });

  it('are declared in the stateless era alone', async () => {
    const { ask, handler } = working();
    const { result } = await ask({ method: 'server/discover' });
    expect(result).toMatchObject({ capabilities: TAKES });
    const session = await beginSession(handler, TAKES);
    expect(session['mcp-session-id']).toBeDefined();
  });

  it('leave other calls as they are: arguments, results and failures are checked', async () => {
    const { ask } = working();
    expect((await ask(call('add', { n: 1 }))).result).toMatchObject({
      structuredContent: { n: 2 },
    });
    for (const [name, args, text] of [
      ['add', { n: 'x' }, 'n'],
      ['break', {}, 'has run, but its result does not match its schema'],
      ['fall', {}, 'fell'],
    ] as const) {
      expect((await ask(call(name, args))).result).toMatchObject({
        isError: true,
        content: expect.arrayContaining([
          expect.objectContaining({ text: expect.stringContaining(text) }),
        ]),
      });
    }
    const broken = (await ask(call('break', {}))).result;
    expect(broken).toMatchObject({ content: [{}, { text: '{"n":"one"}' }] });
    expect((await ask(call('nothing'))).error).toMatchObject({ code: -32_602 });
  });

  it('tell their result with what was given, as the call would have had it', async () => {
    const sheet: Artifact = { artifact_id: 'a', parts: [{ type: 'text', text: 'sheet' }] };
    const { ask } = environment(({ give }) => {
      give(sheet);
      return { is: 'told', value: { n: 3 }, round: '' };
    });
    const { result } = await ask(got);
    expect(result).toMatchObject({
      status: 'completed',
      result: { resultType: 'complete', structuredContent: { n: 3 } },
    });
    expect(JSON.stringify(result)).toContain('sheet');
  });

  it('ask by requests, and take the answer to the open one', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } } };
    const { ask, done } = environment(({ ask: asks }) => ({
      is: 'told',
      value: asks({ text: 'How many?', schema }),
      round: 'r1',
    }));
    expect((await ask(got)).result).toMatchObject({
      status: 'input_required',
      inputRequests: { r1: { method: 'elicitation/create', params: { message: 'How many?' } } },
    });
    const accepted = { action: 'accept', content: { n: 2 } };
    for (const inputResponses of [
      { r0: accepted },
      { r1: accepted },
      { r1: { action: 'cancel' } },
    ]) {
      const params = { taskId: 't1', inputResponses };
      expect((await ask({ method: 'tasks/update', params })).error).toBeUndefined();
    }
    expect(done).toMatchObject([
      ['r1', { data: { n: 2 } }],
      ['r1', undefined],
    ]);
  });

  it('can be canceled; a task that is not there is an error', async () => {
    const { ask, done } = environment(() => ({ is: 'canceled' }));
    expect((await ask({ ...got, method: 'tasks/cancel' })).error).toBeUndefined();
    expect(done).toEqual([['t1', undefined]]);
    expect((await ask(got)).result).toMatchObject({ status: 'cancelled' });
    const lost = { method: 'tasks/get', params: { taskId: 't2' } };
    expect((await ask(lost)).error).toMatchObject({
      code: -32_602,
      message: 'there is no task t2',
    });
  });

  it('leave tools that an environment registers by itself to the SDK', async () => {
    const handler = createEnvironmentHandler({
      name: 'mine',
      version: '1',
      tools,
      callTasks: { find: async () => undefined, answer: async () => {}, cancel: async () => {} },
      configure: (server) =>
        void server.registerTool('own', {}, () => ({ content: [{ type: 'text', text: 'own' }] })),
    });
    const ask = (name: string) => askModern(handler, { ...call(name), capabilities: TAKES });
    expect((await ask('own')).result).toMatchObject({ content: [{ text: 'own' }] });
    expect((await ask('dig')).result).toMatchObject({ resultType: 'task' });
    expect((await ask('nothing')).error).toMatchObject({ code: -32_602 });
  });
});
