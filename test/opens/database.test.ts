/** Tasks that were running when their process was killed continue with the current code. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GENERATIONS, writtenOf } from './generation.ts';
import { openGeneration, type Opened } from './opened.ts';
import { outcomeOf, rpc, saidIn, send, taskOf, type A2ATask, type Part } from './protocol.ts';

describe.each(GENERATIONS)('the database of %s', (generation) => {
  const { tasks, keys } = writtenOf(generation).database;
  let opened: Opened;

  beforeAll(async () => {
    opened = await openGeneration(generation);
  });
  afterAll(() => opened.close());

  function stored(agent: string): Promise<A2ATask> {
    return taskOf(opened.main.url, agent, tasks[agent]?.id ?? '');
  }

  /** Sends parts to the task of an agent, and waits until it has settled. */
  function goOn(agent: string, ...parts: readonly Part[]): Promise<A2ATask> {
    const taskId = tasks[agent]?.id ?? '';
    return send(opened.main.url, agent, { messageId: `n-${agent}`, taskId, parts });
  }

  async function ended(agent: string): Promise<ReturnType<typeof outcomeOf>> {
    await expect
      .poll(async () => (await stored(agent)).status.state)
      .not.toMatch(/SUBMITTED|WORKING/);
    return outcomeOf(await stored(agent));
  }

  it('has a task that ended, and goes on with its conversation', async () => {
    expect(outcomeOf(await stored('listener'))).toEqual({
      state: 'TASK_STATE_COMPLETED',
      answers: ['Heard: a word for the listener.'],
      history: [
        'ROLE_USER: a word for the listener',
        'ROLE_AGENT: Heard: a word for the listener.',
      ],
    });
    const contextId = tasks['listener']?.contextId ?? '';
    const next = { messageId: 'n-listener', contextId, parts: [{ text: 'another' }] };
    const { answers } = outcomeOf(await send(opened.main.url, 'listener', next));
    expect(answers).toEqual(['Heard: a word for the listener, another.']);
  });

  it('knows a message that is sent again', async () => {
    const sent = { messageId: 'm-listener', parts: [{ text: 'a word for the listener' }] };
    const { id } = await send(opened.main.url, 'listener', sent);
    expect(id).toBe(tasks['listener']?.id);
    const other = { ...sent, parts: [{ text: 'another word' }] };
    await expect(send(opened.main.url, 'listener', other)).rejects.toThrow('m-listener');
  });

  it('makes a call once it is approved', async () => {
    const asked = await stored('payer');
    expect(asked.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(asked.status.message?.parts).toContainEqual(
      expect.objectContaining({
        data: {
          approval_requests: [
            // Later generations add a digest of what is approved.
            expect.objectContaining({
              call_id: 'call_1_1',
              name: 'pay',
              arguments: { amount: 42, to: 'Ada' },
            }),
          ],
        },
      }),
    );
    const decision = { data: { approvals: [{ call_id: 'call_1_1', approved: true }] } };
    expect(outcomeOf(await goOn('payer', decision))).toEqual({
      state: 'TASK_STATE_COMPLETED',
      answers: ['Paid 42.'],
      history: [
        'ROLE_USER: a word for the payer',
        `ROLE_AGENT: I shall pay. ${calling('pay', { amount: 42, to: 'Ada' })}`,
        `ROLE_AGENT: ${result('pay', '{"amount":42,"to":"Ada"}')}`,
        'ROLE_AGENT: Paid 42.',
      ],
    });
  });

  it('goes on with a long log that has large contents, and hears a no', async () => {
    const { state, answers, history } = outcomeOf(await goOn('archivist', { text: 'no' }));
    expect({ state, answers }).toEqual({
      state: 'TASK_STATE_COMPLETED',
      answers: ['It is in the archive.'],
    });
    const said = history.map((line) => line.slice('ROLE_AGENT: '.length));
    expect(said[1]?.match(/"name":"tick"/g)).toHaveLength(110);
    expect(said[2]?.match(/ticked/g)).toHaveLength(110);
    expect(said.slice(3)).toEqual([
      calling('page', {}, 'call_2_1'),
      result('page', 'All that the archive says of it. '.repeat(300), 'call_2_1'),
      calling('pay', { amount: 7, to: 'the archive' }, 'call_3_1'),
      expect.stringContaining(String.raw`\"error\":\"denied\"`) as string,
      'It is in the archive.',
    ]);
  });

  it('has the answers to what a model and a tool have asked', async () => {
    expect(saidIn((await stored('booker')).status.message?.parts)).toContain('For whom?');
    expect(outcomeOf(await goOn('booker', { text: 'Ada' }))).toMatchObject({
      state: 'TASK_STATE_COMPLETED',
      answers: ['It came to: Ada'],
    });
    expect(outcomeOf(await goOn('tailor', { text: 'M' }))).toEqual({
      state: 'TASK_STATE_COMPLETED',
      answers: ['It came to: {"size":"M","state":{"cloth":"wool"}}'],
      history: [
        'ROLE_USER: a word for the tailor',
        `ROLE_AGENT: ${calling('measure', {})}`,
        'ROLE_AGENT: Which size? (S, M)',
        'ROLE_USER: M',
        `ROLE_AGENT: ${result('measure', '{"size":"M","state":{"cloth":"wool"}}')}`,
        'ROLE_AGENT: It came to: {"size":"M","state":{"cloth":"wool"}}',
      ],
    });
  });

  it('takes the results of calls that the client makes', async () => {
    const asked = await stored('clerk');
    expect(asked.status.message?.parts).toContainEqual(
      expect.objectContaining({ data: JSON.parse(calling('file', { paper: 'a' })) as unknown }),
    );
    const results = JSON.parse(result('file', 'filed there')) as unknown;
    expect(outcomeOf(await goOn('clerk', { data: results }))).toEqual({
      state: 'TASK_STATE_COMPLETED',
      answers: ['It came to: filed there'],
      history: [
        'ROLE_USER: a word for the clerk',
        `ROLE_AGENT: ${calling('file', { paper: 'a' })}`,
        `ROLE_USER: ${result('file', 'filed there')}`,
        'ROLE_AGENT: It came to: filed there',
      ],
    });
  });

  it.each(['digger', 'striker'])(
    'tells the model that a call of the %s may have run',
    async (agent) => {
      const tool = agent === 'digger' ? 'dig' : 'strike';
      const failure = '{"error":"interrupted","detail":"the call was cut off and may have run"}';
      expect(await ended(agent)).toEqual({
        state: 'TASK_STATE_COMPLETED',
        answers: [`It came to: ${failure}`],
        history: [
          `ROLE_USER: a word for the ${agent}`,
          `ROLE_AGENT: ${calling(tool, {})}`,
          `ROLE_AGENT: ${result(tool, failure)}`,
          `ROLE_AGENT: It came to: ${failure}`,
        ],
      });
      expect(opened.again.some((what) => what.startsWith(tool))).toBe(false);
    },
  );

  it.each(['reader', 'poster'])('makes the call of the %s again, with its key', async (agent) => {
    const tool = agent === 'reader' ? 'read' : 'post';
    expect(await ended(agent)).toMatchObject({
      state: 'TASK_STATE_COMPLETED',
      answers: [`It came to: {"done":"${tool}","attempt":2}`],
    });
    expect(opened.again.filter((what) => what === `${tool} ${keys[tool]}`)).toHaveLength(1);
  });

  it('has a delegation end once the other agent has answered', async () => {
    const outcome = '{"state":"completed","text":"Heard: help the manager."}';
    expect(await ended('manager')).toEqual({
      state: 'TASK_STATE_COMPLETED',
      answers: [`It came to: ${outcome}`],
      history: [
        'ROLE_USER: a word for the manager',
        `ROLE_AGENT: ${calling('delegate', {})}`,
        `ROLE_AGENT: ${result('delegate', outcome)}`,
        `ROLE_AGENT: It came to: ${outcome}`,
      ],
    });
    expect(opened.again.filter((what) => what === `sleeper ${keys['sleeper']}`)).toHaveLength(1);
  });

  it('has the answer of an agent of another machine to a message that was sent once', async () => {
    expect(await ended('scout')).toEqual({
      state: 'TASK_STATE_COMPLETED',
      answers: ['Heard: a word for the scout.'],
      history: ['ROLE_USER: a word for the scout', 'ROLE_AGENT: Heard: a word for the scout.'],
    });
    expect(await tasksOf('ferry')).toEqual([keys['ferry']?.split(':')[0]]);
  });

  it('answers an agent of another machine in the task that asked', async () => {
    const before = await tasksOf('inn');
    expect(outcomeOf(await goOn('envoy', { text: 'two' }))).toEqual({
      state: 'TASK_STATE_COMPLETED',
      answers: ['How many nights?', 'It came to: two'],
      history: [
        'ROLE_USER: a word for the envoy',
        'ROLE_AGENT: How many nights?',
        'ROLE_USER: two',
        'ROLE_AGENT: It came to: two',
      ],
    });
    expect(await tasksOf('inn')).toEqual(before);
    expect(before).toHaveLength(1);
  });

  /** The ids of the tasks of a peer. */
  async function tasksOf(agent: string): Promise<readonly string[]> {
    const listed = rpc<{ tasks: A2ATask[] }>(opened.peers.url, agent, 'ListTasks', {});
    return (await listed).tasks.map(({ id }) => id);
  }
});

function calling(name: string, args: object, id = 'call_1_1'): string {
  return JSON.stringify({ tool_calls: [{ call_id: id, name, arguments: args }] });
}

function result(name: string, output: string, id = 'call_1_1'): string {
  return JSON.stringify({ tool_results: [{ call_id: id, name, output }] });
}
