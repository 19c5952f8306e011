import { describe, expect, it } from 'vitest';
import { getText, type JsonObject, type JsonValue } from '#core';
import type { ToolFnContext } from '#engine/tools';
import type { AgentFn } from '#engine/port';
import { message, message03, serve, type Served } from '../served.fixture.ts';

/** The methods, the words and the forms of one version. */
const VERSIONS = {
  '1.0': {
    send: 'SendMessage',
    stream: 'SendStreamingMessage',
    get: 'GetTask',
    say: message,
    waiting: 'TASK_STATE_INPUT_REQUIRED',
    done: 'TASK_STATE_COMPLETED',
    taskIn: (result: JsonObject) => (result['task'] ?? result) as unknown as TaskJson,
    updateIn: (event: JsonObject) => event['artifactUpdate'] as unknown as UpdateJson | undefined,
    text: (text: string) => ({ text }),
    image: { raw: 'aGk=', mediaType: 'image/png', filename: 'a.png' },
    data: (data: JsonValue) => ({ data, mediaType: 'application/json' }),
  },
  '0.3': {
    send: 'message/send',
    stream: 'message/stream',
    get: 'tasks/get',
    say: message03,
    waiting: 'input-required',
    done: 'completed',
    taskIn: (result: JsonObject) => result as unknown as TaskJson,
    updateIn: (event: JsonObject) =>
      event['kind'] === 'artifact-update' ? (event as unknown as UpdateJson) : undefined,
    text: (text: string) => ({ kind: 'text', text }),
    image: { kind: 'file', file: { bytes: 'aGk=', mimeType: 'image/png', name: 'a.png' } },
    data: (data: JsonValue) => ({ kind: 'data', data }),
  },
} as const;

interface TaskJson {
  readonly id: string;
  readonly status: {
    readonly state: string;
    readonly message?: { readonly messageId: string; readonly parts: readonly JsonObject[] };
  };
  readonly artifacts?: readonly JsonObject[];
  readonly history?: readonly { readonly role: string; readonly parts: readonly JsonObject[] }[];
}

interface UpdateJson {
  readonly artifact: JsonObject;
  readonly append: boolean;
  readonly lastChunk: boolean;
}

function calls(name: string): AgentFn {
  return (messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return { role: 'assistant', content: last.content };
    const call = { id: 'c1', type: 'function', function: { name, arguments: '{}' } } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  };
}

const book = (_: object, { answers: [who, seats], ask }: ToolFnContext) => {
  if (!who) return ask({ text: 'For whom?', options: ['Ada', 'Bob'], state: { own: 'kept' } });
  const schema = { type: 'object', properties: { seats: { type: 'integer' } } };
  if (!seats) return ask({ text: 'How many?', schema });
  return `${who.text}, ${JSON.stringify(seats.data)}`;
};

const draw = async (_: object, { give }: ToolFnContext) => {
  give({ name: 'plan.md', description: 'a plan', parts: '# P' });
  await new Promise(setImmediate);
  give({ name: 'plan.md', parts: 'lan' }, { append: true });
  await new Promise(setImmediate);
  const url = 'data:image/png;base64,aGk=';
  const image = { type: 'image_url', image_url: { url }, filename: 'a.png' } as const;
  const parts = [image, { type: 'data', data: { a: 1 } } as const];
  give({ artifact_id: 'chart', parts, metadata: { own: true } });
  return 'drawn';
};

async function* readEvents({ runner }: Served, taskId: string) {
  for await (const update of runner.subscribe(taskId, 0, new AbortController().signal)) {
    if (update.kind === 'event') yield update;
  }
}

describe.each(['1.0', '0.3'] as const)('A2A %s', (version) => {
  const v = VERSIONS[version];
  const ask = async ({ rpc }: Served, text: string, id: string, more: JsonObject = {}) => {
    const { result } = await rpc(v.send, v.say(text, id, more), version);
    return v.taskIn(result as JsonObject);
  };

  it('a tool asks, in words and as data, and the next message answers', async () => {
    const served = serve({ agentFn: calls('book'), toolSite: 'server', tools: { book } });
    const { id: taskId, status } = await ask(served, 'book', 'm1');
    expect(status.state).toBe(v.waiting);
    expect(status.message?.parts).toEqual([
      v.text('For whom? (Ada, Bob)'),
      v.data({
        questions: [{ call_id: 'c1', text: 'For whom?', options: ['Ada', 'Bob'] }],
      }),
    ]);
    const second = await ask(served, 'Ada', 'm2', { taskId });
    expect(second.status.state).toBe(v.waiting);
    expect(second.status.message?.parts[0]).toEqual(v.text('How many?'));
    expect(second.status.message?.messageId).not.toBe(status.message?.messageId);
    const done = await ask(served, '2', 'm3', { taskId });
    expect(done.status).toMatchObject({
      state: v.done,
      message: { parts: [v.text('Ada, {"seats":2}')] },
    });
    const { result } = await served.rpc(v.get, { id: taskId }, version);
    const said = v.taskIn(result as JsonObject).history?.map(({ parts }) => parts[0]?.['text']);
    expect(said).toEqual([
      'book',
      undefined,
      'For whom? (Ada, Bob)',
      'Ada',
      'How many?',
      '2',
      undefined,
      'Ada, {"seats":2}',
    ]);
    expect(JSON.stringify(result)).not.toContain('kept');
  });

  it('shows a task as working while a tool of it waits for another task', async () => {
    const gate = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<string>();
    const agentFn: AgentFn = async (messages, context) => {
      if (messages.some((one) => getText(one) !== 'child')) return calls('hire')(messages, context);
      await gate.promise;
      return { role: 'assistant', content: 'made' };
    };
    const hire = async (_: object, { awaited: [first], waitFor, task, key }: ToolFnContext) => {
      if (first) return `${first.text} by another`;
      waiting.resolve(task?.id ?? '');
      const sent = { agent: 'subject', principal: task?.principal ?? '', messageId: key };
      const said = { role: 'user', content: 'child' } as const;
      return waitFor((await served.runner.submit({ ...sent, message: said })).id);
    };
    const served: Served = serve({ agentFn, toolSite: 'server', tools: { hire } });
    const answered = ask(served, 'go', 'm1');
    const taskId = await waiting.promise;
    for await (const update of served.runner.subscribe(taskId, 0, new AbortController().signal)) {
      if (update.kind === 'event' && update.event.type === 'call.suspended') break;
    }
    const { result } = await served.rpc(v.get, { id: taskId }, version);
    const shown = v.taskIn(result as JsonObject);
    expect(shown.status.state.toLowerCase()).toMatch(/working$/);
    expect(JSON.stringify(shown)).not.toContain('suspended');
    gate.resolve();
    expect((await answered).status).toMatchObject({
      state: v.done,
      message: { parts: [v.text('made by another')] },
    });
  });

  it('the agent asks, and the next message continues the task', async () => {
    const agentFn: AgentFn = (messages) =>
      messages.length === 1
        ? { role: 'assistant', content: 'Where to?', expects_reply: true }
        : { role: 'assistant', content: `to ${messages.slice(-1).map(getText).join('')}` };
    const served = serve({ agentFn });
    const { id: taskId, status } = await ask(served, 'go', 'm1');
    expect(status).toMatchObject({
      state: v.waiting,
      message: { parts: [v.text('Where to?')] },
    });
    const done = await ask(served, 'Rome', 'm2', { taskId });
    expect(done.status).toMatchObject({ state: v.done, message: { parts: [v.text('to Rome')] } });
    const senders: unknown[] = [];
    for await (const { event } of readEvents(served, taskId)) {
      if (event.type === 'message.received') senders.push(event.by);
      if (event.type === 'task.finished') break;
    }
    expect(senders).toEqual([undefined, { entry: `a2a-${version}` }]);
  });

  it('what a user sends or answers is in the history as it was', async () => {
    const served = serve({ agentFn: calls('book'), toolSite: 'server', tools: { book } });
    const parts: JsonObject[] = [
      { ...v.text('see'), metadata: { from: 'ann' } },
      v.image as unknown as JsonObject,
      { ...v.data({ a: [1] }), metadata: { own: true } },
    ];
    const metadata = { trace: 'x' };
    const { id: taskId } = await ask(served, 'book', 'm1', { parts, metadata });
    await ask(served, '', 'm2', { taskId, parts, metadata });
    const { result } = await served.rpc(v.get, { id: taskId }, version);
    const { history = [] } = v.taskIn(result as JsonObject);
    const own = history.filter(({ role }) => /user/i.test(role));
    expect(own).toMatchObject([
      { parts, metadata },
      { parts, metadata },
    ]);
  });

  const ARTIFACTS = [
    {
      artifactId: 'plan.md',
      name: 'plan.md',
      description: 'a plan',
      parts: [v.text('# Plan')],
    },
    { artifactId: 'chart', parts: [v.image, v.data({ a: 1 })], metadata: { own: true } },
  ];

  it('artifacts are in the task', async () => {
    const served = serve({ agentFn: calls('draw'), toolSite: 'server', tools: { draw } });
    const { id } = await ask(served, 'draw', 'm1');
    const { result } = await served.rpc(v.get, { id }, version);
    const { artifacts } = v.taskIn(result as JsonObject);
    expect(artifacts).toEqual([
      { artifactId: 'answer-2', name: 'answer', parts: [v.text('drawn')] },
      ...ARTIFACTS,
    ]);
  });

  it('artifacts are in the stream, as they grow and then each whole', async () => {
    const served = serve({ agentFn: calls('draw'), toolSite: 'server', tools: { draw } });
    const events = await served.stream(v.stream, v.say('draw', 'm1'), version);
    const updates = events.flatMap((event) => {
      const update = v.updateIn(event);
      return update && update.artifact['name'] !== 'answer' ? [update] : [];
    });
    expect(
      updates.map(({ artifact, append, lastChunk }) => [artifact['artifactId'], append, lastChunk]),
    ).toEqual([
      ['plan.md', false, false],
      ['plan.md', true, false],
      ['chart', false, false],
      ['plan.md', false, true],
      ['chart', false, true],
    ]);
    expect(updates.slice(-2).map(({ artifact }) => artifact)).toEqual(ARTIFACTS);
  });
});

describe('decisions with more than a yes', () => {
  const asksTwice: AgentFn = (messages) => {
    const results = messages.filter(({ role }) => role === 'tool');
    if (results.length === 2) return { role: 'assistant', content: JSON.stringify(results) };
    const id = `c${results.length + 1}`;
    const call = { name: 'pay', arguments: '{"amount":500}' };
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: call }],
    };
  };

  async function paid(decision: JsonObject) {
    const amounts: unknown[] = [];
    const pay = { needsApproval: true, execute: ({ amount }: JsonObject) => amounts.push(amount) };
    const served = serve({ agentFn: asksTwice, toolSite: 'server', tools: { pay } });
    const first = await served.rpc('SendMessage', message('pay', 'm1'), '1.0');
    const { id: taskId } = (first['result'] as unknown as { task: TaskJson }).task;
    const approvals = [{ call_id: 'c1', approved: true, ...decision }];
    const more = { messageId: 'm2', role: 'ROLE_USER', taskId, parts: [{ data: { approvals } }] };
    const { result } = await served.rpc('SendMessage', { message: more }, '1.0');
    return { amounts, state: (result as unknown as { task: TaskJson }).task.status.state };
  }

  it('a decision may change the arguments', async () => {
    const { amounts, state } = await paid({ arguments: { amount: 5 } });
    expect({ amounts, state }).toEqual({ amounts: [5], state: 'TASK_STATE_INPUT_REQUIRED' });
  });

  it('a decision may hold for the session', async () => {
    const { amounts, state } = await paid({ scope: 'session' });
    expect({ amounts, state }).toEqual({ amounts: [500, 500], state: 'TASK_STATE_COMPLETED' });
  });
});
