import { describe, expect, it } from 'vitest';
import { stage } from './bridge-stage.ts';
import { ASKED, STATES } from './bridge-states.ts';
import { CLIENTS, type Person } from './mcp-callers.ts';

describe.each(CLIENTS)('%s', (_client, connect) => {
  it.each(STATES)('a task of a peer that is %s', async (message, shown, isError) => {
    const { mcp } = await stage();
    const { call } = await connect(mcp, {});
    const isWorking = shown['state'] === 'working';
    const told = await call('call_agent', {
      agent: 'peer',
      message,
      ...(isWorking && { wait_s: 0 }),
    });
    expect(told).toEqual({ text: JSON.stringify(told.data), data: expect.anything(), isError });
    expect(told.data).toEqual({
      task: expect.any(String),
      context: expect.any(String),
      agent: 'peer',
      ...shown,
    });
    const again = await call('get_task', { task: told.data?.['task'], wait_s: 0 });
    expect(again).toEqual(told);
  });

  it.each(STATES)(
    'a task that is %s, where a person can be asked',
    async (message, shown, isError) => {
      const { mcp } = await stage();
      const asked: string[] = [];
      const person: Person = (text) => {
        asked.push(text);
        return undefined;
      };
      const { call } = await connect(mcp, { person });
      const isWorking = shown['state'] === 'working';
      const given = { agent: 'peer', message, ...(isWorking && { wait_s: 0 }) };
      const told = await call('call_agent', given);
      const question = ASKED[message];
      expect(asked).toEqual(question === undefined ? [] : [question]);
      expect(told).toMatchObject({ data: { agent: 'peer', ...shown }, isError });
    },
  );

  it('tells no task of somebody else', async () => {
    const { mcp } = await stage();
    const { call } = await connect(mcp, {});
    const { data } = await call('call_agent', { agent: 'peer', message: 'COMPLETED secret' });
    const other = await connect(mcp, { name: 'eve' });
    const task = data?.['task'];
    const text = `there is no task ${String(task)}: use the id of one of your tasks`;
    for (const [tool, more] of [
      ['get_task', {}],
      ['answer_task', { message: 'x' }],
      ['cancel_task', {}],
    ] as const) {
      expect(await other.call(tool, { task, ...more })).toMatchObject({ text, isError: true });
    }
  });

  it('lists the agents, and finds one by its address', async () => {
    const { mcp, url } = await stage();
    const { call } = await connect(mcp, {});
    const agents = [
      {
        name: 'peer',
        description: 'Does what it is told.',
        skills: [{ name: 'Obeying', description: 'Obeys.' }],
        address: url,
      },
    ];
    for (const name of ['list_agents', 'a2a_list_agents']) {
      expect((await call(name, {})).data).toEqual({ agents });
    }
    const told = await call('a2a_send_message', { agentId: url, message: 'COMPLETED here' });
    expect(told.data).toMatchObject({ agent: 'peer', answer: 'here' });
    const lost = await call('call_agent', { agent: 'nobody', message: 'x' });
    expect(lost).toMatchObject({ text: 'there is no agent nobody: there are peer', isError: true });
  });

  it('answers a question, and decides, by the handle', async () => {
    const { mcp, sent, canceled } = await stage();
    const { call } = await connect(mcp, {});
    const ask = async (message: string): Promise<unknown> =>
      (await call('call_agent', { agent: 'peer', message })).data?.['task'];
    const asked = await ask('INPUT_REQUIRED question');
    const answered = await call('answer_task', { task: asked, message: 'Ada' });
    expect(answered.data).toMatchObject({ task: asked, state: 'completed', answer: 'Ada' });
    const wanted = await ask('INPUT_REQUIRED approval');
    const approvals = [{ call_id: 'approval:c1', approved: true }];
    await call('answer_task', { task: wanted, approvals });
    expect(sent.slice(1)).toEqual([
      { text: 'Ada', taskId: 't1', approvals: undefined },
      { text: 'INPUT_REQUIRED approval', taskId: undefined, approvals: undefined },
      { text: '', taskId: 't2', approvals: [{ call_id: 'c1', approved: true }] },
    ]);
    const left = await ask('INPUT_REQUIRED question');
    const end = await call('cancel_task', { task: left });
    expect(end.data).toMatchObject({ state: 'canceled' });
    expect(canceled).toEqual(['t3']);
    expect(await call('answer_task', { task: left })).toMatchObject({
      text: 'give a message, approvals or files',
      isError: true,
    });
  });

  it('asks the person where the client can', async () => {
    const { mcp, sent } = await stage();
    const asked: string[] = [];
    const person: Person = (message) => {
      asked.push(message);
      return { answer: asked.length === 1 ? 'Ada' : 'no' };
    };
    const { call } = await connect(mcp, { person });
    const told = await call('call_agent', { agent: 'peer', message: 'INPUT_REQUIRED question' });
    expect(told.data).toMatchObject({ state: 'completed', answer: 'Ada' });
    await call('call_agent', { agent: 'peer', message: 'INPUT_REQUIRED approval' });
    expect(asked).toEqual(['For whom?', 'May peer call pay({"amount":5})?']);
    expect(sent.map(({ approvals }) => approvals)).toEqual([
      undefined,
      undefined,
      undefined,
      [{ call_id: 'c1', approved: false, reason: 'a person did not approve the call' }],
    ]);
  });

  it('returns the handle where the person does not answer', async () => {
    const { mcp } = await stage();
    const { call } = await connect(mcp, { person: () => undefined });
    const told = await call('call_agent', { agent: 'peer', message: 'INPUT_REQUIRED question' });
    expect(told).toMatchObject({
      isError: false,
      data: { state: 'input-required', question: { text: 'For whom?' } },
    });
  });
});
