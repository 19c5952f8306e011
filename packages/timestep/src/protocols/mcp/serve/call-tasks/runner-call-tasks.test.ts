import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { apply, CORE_VERSION, type JsonObject, type NumberedEvent, type Submission } from '#core';
import type { Runner } from '#engine/port';
import { openMemory } from '#engine/runner';
import { APPROVED_META, KEY_META } from '../../extension.ts';
import type { McpTool } from '../definition.ts';
import { createEnvironmentHandler } from '../handler.ts';
import { askModern, beginSession, post, type Asked, type Said } from '../requests.fixture.ts';
import { createRunnerCallTasks } from './runner-call-tasks.ts';
import { createToolCallAgent } from './tool-caller.ts';

const TAKES = { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
const AGENT = 'mine.calls';
const COUNT = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

/** An environment of these tools, which keeps calls in memory. */
function environment(tools: readonly McpTool[], more: { humanInLoop?: boolean } = {}) {
  const definition = { name: 'mine', version: '1', tools, ...more };
  const backend = openMemory({ agents: [createToolCallAgent(AGENT, () => definition)] });
  onTestFinished(() => backend.close(0));
  const handler = createEnvironmentHandler(definition, {
    callTasks: createRunnerCallTasks({ runner: backend.runner, agent: AGENT }),
    authenticate: ({ headers }) => headers.get('x-name') ?? 'ada',
  });
  const ask = (asked: Asked): Promise<Said> => {
    const { taskId } = asked.params ?? {};
    const named: Record<string, string> = typeof taskId === 'string' ? { 'mcp-name': taskId } : {};
    const headers = { ...named, ...asked.headers };
    return askModern(handler, { capabilities: TAKES, ...asked, headers });
  };
  const call = (name: string, args: JsonObject = {}, asked: Partial<Asked> = {}) =>
    ask({
      method: 'tools/call',
      params: { name, arguments: args, ...asked.params },
      ...without(asked),
    });
  const get = async (taskId: unknown) =>
    (await ask({ method: 'tasks/get', params: { taskId } })).result;
  return {
    ask,
    call,
    get,
    handler,
    runner: backend.runner,
    begin: async (...given: Parameters<typeof call>) => (await call(...given)).result?.['taskId'],
    update: (taskId: unknown, inputResponses: JsonObject) =>
      ask({ method: 'tasks/update', params: { taskId, inputResponses } }),
    /** What the task is once it is no longer at work. */
    settled: async (taskId: unknown) => {
      await expect.poll(async () => (await get(taskId))?.['status']).not.toBe('working');
      return get(taskId);
    },
  };
}

function without({ params: _params, ...others }: Partial<Asked>): Omit<Partial<Asked>, 'params'> {
  return others;
}

const text = (content: string) => ({ result: { content: [{ type: 'text', text: content }] } });
const accept = (content: JsonObject) => ({ action: 'accept', content });

describe('a call that is kept as a task', () => {
  const add: McpTool = {
    name: 'add',
    task: 'optional',
    input: COUNT,
    output: COUNT,
    execute({ n }: { readonly n: number }, { give }) {
      give({ artifact_id: 'sum', parts: 'the sum' });
      return { n: n + 1 };
    },
  };

  it('gives its result, with what the tool gave', async () => {
    const { begin, settled, ask } = environment([add]);
    expect((await ask({ method: 'server/discover' })).result).toMatchObject({
      capabilities: { extensions: TAKES.extensions },
    });
    const done = await settled(await begin('add', { n: 1 }));
    expect(done).toMatchObject({ status: 'completed', result: { structuredContent: { n: 2 } } });
    expect(JSON.stringify(done)).toContain('the sum');
  });

  it('is a call as any other for a client without the extension', async () => {
    const { call, ask } = environment([add]);
    const plain = await call('add', { n: 1 }, { capabilities: {} });
    expect(plain.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { n: 2 },
    });
    const refused = await ask({ method: 'tasks/get', params: { taskId: 't' }, capabilities: {} });
    expect(refused.error).toMatchObject({ code: -32_021 });
  });

  it('has its arguments checked before it is a task', async () => {
    const { call, runner } = environment([add]);
    expect((await call('add', { n: 'x' })).result).toMatchObject({ isError: true });
    expect((await runner.list({ principal: 'ada', pageSize: 1 })).total).toBe(0);
  });

  it('is of the caller that made it', async () => {
    const { ask, begin, settled } = environment([add]);
    const taskId = await begin('add', { n: 1 });
    await settled(taskId);
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const params = { taskId, ...(method === 'tasks/update' && { inputResponses: {} }) };
      const eve = await ask({ method, params, headers: { 'x-name': 'eve' } });
      expect(eve.error).toMatchObject({ code: -32_602 });
    }
  });

  it('is refused where it can only be a task and the client takes none', async () => {
    const { call, handler } = environment([{ ...add, task: 'required' }]);
    expect((await call('add', { n: 1 }, { capabilities: {} })).error).toMatchObject({
      code: -32_021,
    });
    const session = await beginSession(handler);
    const params = { name: 'add', arguments: { n: 1 } };
    const old = await post(
      handler,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      session,
    );
    expect(old.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('with the tasks extension') }],
    });
    const alone = createEnvironmentHandler({
      name: 'mine',
      version: '1',
      tools: [{ ...add, task: 'required' }],
    });
    const asked = { method: 'tools/call', params, capabilities: TAKES };
    expect((await askModern(alone, asked)).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('at a server that keeps tasks') }],
    });
  });

  it('is the same task where it is made again with its key', async () => {
    const runs: unknown[] = [];
    const tool: McpTool = { ...add, output: {}, execute: (args) => runs.push(args) };
    const { call, settled } = environment([tool]);
    const ids = [];
    for (const traceparent of [`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, undefined]) {
      const meta = { [KEY_META]: 'k1', ...(traceparent && { traceparent }) };
      ids.push((await call('add', { n: 1 }, { meta })).result?.['taskId']);
    }
    await settled(ids[0]);
    expect(ids[1]).toBe(ids[0]);
    expect(runs).toEqual([{ n: 1 }]);
    const other = await call('add', { n: 2 }, { meta: { [KEY_META]: 'k1' } });
    expect(other.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('already sent') }],
    });
  });

  it('ends as the tool does that is canceled', async () => {
    const stopped = Promise.withResolvers<string>();
    const wait: McpTool = {
      name: 'wait',
      task: 'optional',
      execute: (_args, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            stopped.resolve('stopped');
            reject(signal.reason);
          }),
        ),
    };
    const { ask, begin, get } = environment([wait]);
    const taskId = await begin('wait');
    expect(await get(taskId)).toMatchObject({ status: 'working' });
    await ask({ method: 'tasks/cancel', params: { taskId } });
    expect(await stopped.promise).toBe('stopped');
    await expect.poll(async () => (await get(taskId))?.['status']).toBe('cancelled');
  });
});

describe('what a kept call asks', () => {
  const ask: McpTool = {
    name: 'count',
    task: 'optional',
    execute(_args, { answers, ask: asks }) {
      const [first, second] = answers;
      if (!first) return asks({ text: 'How many?', schema: COUNT });
      if (!second) return asks('Of what?');
      return `${JSON.stringify(first.data?.['n'])} ${second.text}`;
    },
  };

  it('are requests of its client, each with a key of its own', async () => {
    const { begin, settled, update } = environment([ask]);
    const taskId = await begin('count');
    expect(await settled(taskId)).toMatchObject({
      status: 'input_required',
      inputRequests: { '0.question': { params: { message: 'How many?' } } },
    });
    await update(taskId, { '0.question': accept({ n: 3 }), '1.question': accept({ answer: 'x' }) });
    expect(await settled(taskId)).toMatchObject({
      inputRequests: { '1.question': { params: { message: 'Of what?' } } },
    });
    await update(taskId, { '0.question': accept({ n: 4 }) });
    await update(taskId, { '1.question': accept({ answer: 'sheep' }) });
    expect(await settled(taskId)).toMatchObject({ status: 'completed', ...text('3 sheep') });
  });

  it('is asked again where the answer does not fit, under a new key', async () => {
    const { begin, settled, update } = environment([ask]);
    const taskId = await begin('count');
    await settled(taskId);
    await update(taskId, { '0.question': accept({ n: 'three' }) });
    expect(await settled(taskId)).toMatchObject({
      inputRequests: {
        '1.question': { params: { message: expect.stringContaining('How many?') } },
      },
    });
  });

  it('may be left: the tool says what then, or the model reads it', async () => {
    const leaves: McpTool = { ...ask, name: 'leaves', unanswered: () => 'none' };
    const { begin, settled, update } = environment([ask, leaves]);
    for (const [name, action, words] of [
      ['count', 'decline', 'the user declined to answer: How many?'],
      ['count', 'cancel', 'the user did not answer: How many?'],
      ['leaves', 'decline', 'none'],
    ] as const) {
      const taskId = await begin(name);
      await settled(taskId);
      await update(taskId, { '0.question': { action } });
      expect(await settled(taskId)).toMatchObject({ status: 'completed', ...text(words) });
    }
  });

  it('is a failure in words for a client that can ask no person', async () => {
    const { begin, settled } = environment([ask]);
    const { extensions } = TAKES;
    const done = await settled(await begin('count', {}, { capabilities: { extensions } }));
    expect(done).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('How many?') }] },
    });
  });

  it('may be several requests at once, which are answered in any order and at the same time', async () => {
    const form = inputRequired.elicit({
      message: 'Name?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    });
    let runs = 0;
    const two: McpTool = {
      name: 'two',
      task: 'optional',
      execute(_args, { inputs = {} }) {
        runs += 1;
        if ('a' in inputs) return JSON.stringify(inputs);
        return inputRequired({ inputRequests: { a: form, b: form } });
      },
    };
    const { begin, settled, update } = environment([two]);
    const taskId = await begin('two');
    await settled(taskId);
    const [a, b] = [accept({ name: 'A' }), accept({ name: 'B' })];
    await Promise.all([update(taskId, { '0.b': b }), update(taskId, { '0.a': a })]);
    const done = await settled(taskId);
    expect(done).toMatchObject(text(JSON.stringify({ b, a })));
    expect(runs).toBe(2);
  });

  it('before it is a task, is asked in the request, and the tool receives it', async () => {
    const form = inputRequired.elicit({
      message: 'Name?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    });
    const hello: McpTool = {
      name: 'hello',
      task: 'required',
      beforeTask: (_args, { inputs }) =>
        inputs ? undefined : inputRequired({ inputRequests: { who: form } }),
      execute: (_args, { inputs }) => JSON.stringify(inputs),
    };
    const { call, settled } = environment([hello]);
    const first = await call('hello');
    expect(first.result).toMatchObject({ resultType: 'input_required' });
    const inputResponses = { who: accept({ name: 'Ada' }) };
    const second = await call('hello', {}, { params: { inputResponses } });
    expect(second.result).toMatchObject({ resultType: 'task' });
    const done = await settled(second.result?.['taskId']);
    expect(done).toMatchObject(text(JSON.stringify(inputResponses)));
  });
});

describe('approval of a kept call', () => {
  const pay: McpTool = {
    name: 'pay',
    task: 'optional',
    needsApproval: true,
    execute: () => 'paid',
  };

  it.each([
    [accept({ approve: true }), 'paid'],
    [accept({ approve: false }), 'a person did not approve the call'],
    [{ action: 'decline' }, 'a person did not approve the call'],
  ])('is a request of its client: %j', async (response, words) => {
    const { begin, settled, update } = environment([pay]);
    const taskId = await begin('pay', { sum: 5 });
    expect(await settled(taskId)).toMatchObject({
      status: 'input_required',
      inputRequests: { 'approval.call': { params: { message: 'May I call pay({"sum":5})?' } } },
    });
    await update(taskId, { other: accept({}) });
    await update(taskId, { 'approval.call': response });
    expect(await settled(taskId)).toMatchObject({ status: 'completed', ...text(words) });
  });

  it('is not asked for twice, and not where the caller asks by itself', async () => {
    const { call, settled } = environment([pay], { humanInLoop: true });
    const given = await call('pay', {}, { meta: { [APPROVED_META]: true } });
    expect(await settled(given.result?.['taskId'])).toMatchObject(text('paid'));
    for (const asked of [
      { meta: { [APPROVED_META]: false } },
      { capabilities: { extensions: TAKES.extensions } },
    ]) {
      expect((await call('pay', {}, asked)).result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("needs a person's approval") }],
      });
    }
  });
});

/** A task of a call that has ended its process repeatedly. */
function parkedTask() {
  const submitted: NumberedEvent = {
    type: 'task.submitted',
    generation: 1,
    at: 1,
    taskId: 't',
    contextId: 'c',
    agent: AGENT,
    principal: '',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits: { max_steps: 5, time_limit_s: 60 },
    seed: 0,
    loadPrompt: false,
    history: [],
    clientTools: [],
  };
  const question = { text: 'Go on or cancel?', options: ['go on', 'cancel'] };
  return apply(apply(undefined, submitted), {
    type: 'task.parked',
    question,
    generation: 2,
    at: 2,
  });
}

it.each([
  [{ action: 'accept', content: { go_on: true } }, 'go on'],
  [{ action: 'accept', content: { go_on: false } }, 'cancel'],
  [{ action: 'decline' }, 'cancel'],
])('asks the client about a parked call, and passes %j on', async (response, words) => {
  const task = parkedTask();
  const sent: Submission[] = [];
  const submit: Runner['submit'] = async (submission) => {
    sent.push(submission);
    return task;
  };
  const runner = { ...openMemory({ agents: [] }).runner, submit, get: async () => task };
  const tasks = createRunnerCallTasks({ runner, agent: AGENT });
  const signal = new AbortController().signal;
  const context = { signal, give: () => undefined } as unknown as Parameters<typeof tasks.find>[1];
  const found = await tasks.find('t', context);
  expect(found?.stand).toEqual({
    is: 'asks',
    requests: {
      'parked.2': {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: 'Go on or cancel?',
          requestedSchema: {
            type: 'object',
            properties: { go_on: { type: 'boolean' } },
            required: ['go_on'],
          },
        },
      },
    },
  });
  await tasks.respond?.('t', { 'parked.2': response }, context);
  expect(sent).toMatchObject([{ taskId: 't', message: { role: 'user', content: words } }]);
});
