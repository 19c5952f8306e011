import { describe, expect, it } from 'vitest';
import type { Dispatch, JsonObject } from '#core';
import { buildA2ACard } from '../wire/a2a-card.ts';
import { connectA2A } from './connect-a2a.ts';
import { PEER, peerOf, rpcError, type Answer, type Asked } from './remote-agents.fixture.ts';

const message = { messageId: 'k1', message: 'work' };
const sending: Dispatch = { state: 'sending', agent: PEER, message_id: 'k1' };

interface Sent {
  readonly earlier?: Dispatch;
  readonly contextId?: string;
  readonly taskId?: string;
  readonly card?: JsonObject;
}

/** Sends a message with a log; returns the methods that were called, the records and the result. */
async function sent(
  answers: (asked: Asked) => Answer,
  { earlier, card, ...more }: Sent = {},
): Promise<{
  readonly methods: string[];
  readonly params: JsonObject[];
  readonly records: object[];
  readonly text: string | undefined;
}> {
  const peer = peerOf(answers, card ? { card } : {});
  let time = 0;
  const client = await connectA2A(PEER, {
    fetch: peer.fetch,
    pause: async (ms) => void (time += ms),
    now: () => time,
  });
  const records: object[] = [];
  const log = { earlier, record: (record: object) => void records.push(record) };
  let text: string | undefined;
  const failed = await (async () => {
    for await (const update of client.send({ ...message, ...more }, undefined, log)) {
      if (update.kind === 'task') ({ text } = update.task);
    }
  })().catch((thrown: unknown) => String(thrown));
  return {
    methods: peer.asked.map(({ method }) => method),
    params: peer.asked.map(({ params }) => params),
    records,
    text: failed ?? text,
  };
}

const ids = { id: 'p1', contextId: 'c1' };
const working = { task: { ...ids, status: { state: 'TASK_STATE_WORKING' } } };
const parts = [{ text: 'done' }];
const status = {
  state: 'TASK_STATE_COMPLETED',
  message: { messageId: 'm', role: 'ROLE_AGENT', parts },
};
const done = { ...ids, status };

function answering(more: Readonly<Record<string, (asked: Asked) => Answer>> = {}) {
  return (asked: Asked): Answer => {
    const answer = more[asked.method];
    if (answer) return answer(asked);
    if (asked.method === 'SendStreamingMessage') return [working, { task: done }];
    return asked.method === 'GetTask' ? done : rpcError(-32004);
  };
}

it('records that a message is about to be sent, and the id of its task once that is known', async () => {
  const { methods, params, records, text } = await sent(answering());
  expect(methods).toEqual(['SendStreamingMessage']);
  expect(params[0]).toHaveProperty(
    'message.contextId',
    expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  );
  expect(records).toEqual([
    { state: 'sending' },
    { state: 'accepted', task_id: 'p1', context_id: 'c1' },
  ]);
  expect(text).toBe('done');
});

it('follows the task that the log names, and sends nothing', async () => {
  const earlier: Dispatch = { ...sending, state: 'accepted', task_id: 'p1' };
  expect(await sent(answering(), { earlier })).toMatchObject({
    methods: ['SubscribeToTask', 'GetTask'],
    records: [],
    text: 'done',
  });
});

describe('a message that may have arrived', () => {
  it('is found by its context, with growing pauses', async () => {
    let asked = 0;
    const ListTasks = ({ params: { contextId = '' } }: Asked): Answer => {
      asked += 1;
      return { tasks: asked < 3 ? [] : [{ ...done, contextId }], nextPageToken: '' };
    };
    const { methods, text } = await sent(answering({ ListTasks }), { earlier: sending });
    expect(methods).toEqual([...Array<string>(3).fill('ListTasks'), 'SubscribeToTask', 'GetTask']);
    expect(text).toBe('done');
  });

  it('is found by its id in a conversation', async () => {
    const history = (messageId: string) => [{ messageId, role: 'ROLE_USER', parts }];
    const other = { ...done, id: 'p0', history: history('k0') };
    const ListTasks = (): Answer => ({ tasks: [other, { ...done, history: history('k1') }] });
    const found = await sent(answering({ ListTasks }), { earlier: sending, contextId: 'c1' });
    expect(found.params.at(-1)).toEqual({ id: 'p1' });
    const none = await sent(answering({ ListTasks: () => ({ tasks: [other] }) }), {
      earlier: sending,
      contextId: 'c1',
    });
    expect(none.text).toMatch(/unknown whether peer received/);
  });

  it.each<[string, Answer]>([
    ['lists nothing', { tasks: [] }],
    ['lists the tasks of others', { tasks: [done] }],
    ['has no list', rpcError(-32601)],
    ['refuses the list', new Response('', { status: 403 })],
  ])('is unknown where the peer %s', async (_what, answer) => {
    const { methods, records, text } = await sent(answering({ ListTasks: () => answer }), {
      earlier: sending,
    });
    expect(new Set(methods)).toEqual(new Set(['ListTasks']));
    expect(records).toEqual([]);
    expect(text).toMatch(/unknown whether peer received/);
  });

  it('is sent once a person has decided so, unless it is found now', async () => {
    const earlier: Dispatch = { ...sending, state: 'unknown' };
    const { methods } = await sent(answering({ ListTasks: () => ({ tasks: [] }) }), { earlier });
    expect(methods).toEqual(['ListTasks', 'SendStreamingMessage']);
  });

  it('is told by the task that it answers', async () => {
    const asking = (...messageIds: string[]): Answer => ({
      ...ids,
      status: { state: 'TASK_STATE_INPUT_REQUIRED' },
      history: messageIds.map((messageId) => ({ messageId, role: 'ROLE_USER', parts })),
    });
    const answered = async (task: Answer) => {
      const given = { earlier: sending, taskId: 'p1', contextId: 'c1' };
      return (await sent(answering({ GetTask: () => task }), given)).methods;
    };
    expect(await answered(asking('k0'))).toEqual(['GetTask', 'SendStreamingMessage']);
    expect(await answered(done)).toEqual(['GetTask', 'SubscribeToTask', 'GetTask']);
    expect(await answered(asking('k0', 'k1'))).toEqual(['GetTask', 'SubscribeToTask', 'GetTask']);
    expect(await answered(asking())).toEqual(['GetTask']);
  });
});

it('sends again at once where agents recognize messages, which is cheaper than to ask', async () => {
  const card = buildA2ACard({ name: 'peer', description: '', version: '1' }, PEER);
  const { methods, records } = await sent(answering(), { earlier: sending, card });
  expect(methods).toEqual(['SendStreamingMessage']);
  expect(records).toEqual([{ state: 'accepted', task_id: 'p1', context_id: 'c1' }]);
});

it('leaves out its own context where the agent refuses it', async () => {
  const SendStreamingMessage = ({ params }: Asked): Answer =>
    JSON.stringify(params).includes('contextId')
      ? rpcError(-32602, 'unknown context')
      : [{ task: done }];
  const { methods, records, text } = await sent(answering({ SendStreamingMessage }));
  expect(methods).toHaveLength(2);
  expect(records).toEqual([{ state: 'sending' }, { state: 'unsent' }, { state: 'sending' }]);
  expect(text).toBe('done');
});

it('does not send again what broke off on the way: the next attempt asks', async () => {
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const broken = await sent(answering({ SendStreamingMessage: () => reset }));
  expect(broken).toMatchObject({ methods: ['SendStreamingMessage'] });
  expect(broken.records).toEqual([{ state: 'sending' }]);
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  let tries = 0;
  const away = (): Answer => ((tries += 1) === 1 ? refused : [{ task: done }]);
  const again = await sent(answering({ SendStreamingMessage: away }));
  expect(again.records).toEqual([{ state: 'sending' }, { state: 'unsent' }, { state: 'sending' }]);
});
