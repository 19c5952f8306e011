import { describe, expect, it } from 'vitest';
import { handoffTool } from '#agents/calling';
import { HANDOFF_EXTENSION } from '../../extension.ts';
import type { EnvironmentDefinition } from '../definition.ts';
import { createEnvironmentHandler } from '../handler.ts';
import { askModern, type Said } from '../requests.fixture.ts';

const capabilities = {
  elicitation: { form: {} },
  sampling: {},
  extensions: { [HANDOFF_EXTENSION]: {} },
};

function serve() {
  const ran: string[] = [];
  const definition: EnvironmentDefinition = {
    name: 'test',
    version: '1.0.0',
    humanInLoop: true,
    handoff: handoffTool(),
    tools: [
      { name: 'pay', execute: (args) => void ran.push(JSON.stringify(args)) },
      { name: 'look', annotations: { readOnlyHint: true }, execute: () => 'seen' },
    ],
  };
  const handler = createEnvironmentHandler(definition);
  const call = (
    name: string,
    args: object,
    round: object = {},
    declared: object = capabilities,
  ): Promise<Said> =>
    askModern(handler, {
      method: 'tools/call',
      params: { name, arguments: args, ...round },
      capabilities: declared,
    });
  return { call, ran };
}

function answered(asked: Said, action: string, approve: boolean): object {
  const requestState = asked.result?.['requestState'];
  return { requestState, inputResponses: { approval: { action, content: { approve } } } };
}

describe('a tool that a person must approve', () => {
  it('asks with what it is about to do, and runs when they agree', async () => {
    const { call, ran } = serve();
    const asked = await call('pay', { amount: 7 });
    expect(asked.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        approval: {
          method: 'elicitation/create',
          params: { message: 'May I call pay({"amount":7})?' },
        },
      },
    });
    expect(ran).toEqual([]);
    await call('pay', { amount: 7 }, answered(asked, 'accept', true));
    expect(ran).toEqual(['{"amount":7}']);
  });

  it.each([
    { action: 'accept', approve: false },
    { action: 'decline', approve: true },
    { action: 'cancel', approve: true },
  ])('does not run on $action, $approve', async ({ action, approve }) => {
    const { call, ran } = serve();
    const asked = await call('pay', { amount: 7 });
    const { result } = await call('pay', { amount: 7 }, answered(asked, action, approve));
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'a person refused to let pay run' }],
    });
    expect(ran).toEqual([]);
  });

  it('asks again where they agreed to something else', async () => {
    const { call, ran } = serve();
    const asked = await call('pay', { amount: 7 });
    const { result } = await call('pay', { amount: 7000 }, answered(asked, 'accept', true));
    expect(result).toMatchObject({ resultType: 'input_required' });
    expect(ran).toEqual([]);
  });

  it('does not run for a client that can ask nobody', async () => {
    const { call, ran } = serve();
    const { result } = await call('pay', {}, {}, {});
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/offers elicitation/) }],
    });
    expect(ran).toEqual([]);
  });

  it('does not ask about a tool that only reads', async () => {
    const { call } = serve();
    expect((await call('look', {})).result).toMatchObject({ content: [{ text: 'seen' }] });
  });

  it('asks before a handoff, once', async () => {
    const { call } = serve();
    const args = { agent_uri: 'http://localhost:1/', message: 'hello' };
    const asked = await call('handoff', args);
    const sampling = await call('handoff', args, answered(asked, 'accept', true));
    expect(sampling.result).toMatchObject({
      inputRequests: { handoff: { method: 'sampling/createMessage' } },
    });
    const handoff = { role: 'assistant', model: 'a2a', content: { type: 'text', text: 'hi' } };
    const requestState = sampling.result?.['requestState'];
    const done = await call('handoff', args, { requestState, inputResponses: { handoff } });
    expect(done.result).toMatchObject({ content: [{ text: 'hi' }] });
  });
});
