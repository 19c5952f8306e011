import { expect, it } from 'vitest';
import { getText, type AssistantMessage, type JsonObject, type Message } from '#core';
import { calls, idOf, outputOf, says, script, serve } from '../served.fixture.ts';

const TOOLS = ['look_up', 'read'].map((name) => ({
  type: 'function',
  name,
  parameters: { type: 'object', properties: {} },
}));

const ASKED = { role: 'user', content: 'how is the sky?' };

function output(call_id: string, text: string): JsonObject {
  return { type: 'function_call_output', call_id, output: text };
}

function textsOf(messages: readonly Message[] | undefined): string[] {
  return (messages ?? []).map((message) => `${message.role} ${getText(message)}`.trim());
}

/** Starts a conversation whose agent calls two tools of the caller, one after the other. */
async function start(...more: readonly AssistantMessage[]) {
  const { agent, seen } = script(calls(['c1', 'look_up']), calls(['c2', 'read']), ...more);
  const served = serve(agent);
  const post = (input: readonly JsonObject[], previous_response_id?: string) =>
    served.post({ input, tools: TOOLS, ...(previous_response_id && { previous_response_id }) });
  return { post, seen, first: idOf(await post([ASKED])) };
}

it('ends two tool steps of a client that sends everything again', async () => {
  const { post, seen, first } = await start(says('blue'), says('welcome'));
  const second = await post([ASKED, output('c1', 'a')], first);
  expect(outputOf(second)).toMatchObject([{ type: 'function_call', call_id: 'c2' }]);
  const third = await post([ASKED, output('c1', 'a'), output('c2', 'b')], idOf(second));
  expect(third.status).toBe(200);
  expect(textsOf(seen.at(-1)?.messages)).toEqual([
    'user how is the sky?',
    'assistant',
    'tool a',
    'assistant',
    'tool b',
  ]);
  const thanks = { role: 'user', content: 'thanks' };
  const all = [ASKED, output('c1', 'a'), output('c2', 'b'), thanks];
  expect((await post(all, idOf(third))).status).toBe(200);
  expect(textsOf(seen.at(-1)?.messages).slice(-2)).toEqual(['assistant blue', 'user thanks']);
});

it('knows a call that is sent again with its output', async () => {
  const { post, seen, first } = await start(says('blue'));
  const call = { type: 'function_call', call_id: 'c1', name: 'look_up', arguments: '{}' };
  const { status } = await post([ASKED, call, output('c1', 'a')], first);
  expect(status).toBe(200);
  expect(textsOf(seen.at(-1)?.messages)).toEqual(['user how is the sky?', 'assistant', 'tool a']);
});

it('takes a question that is asked again after an output for a new one', async () => {
  const { post, seen, first } = await start(says('blue'), says('still blue'));
  await post([output('c1', 'a'), ASKED], first);
  expect(textsOf(seen.at(-1)?.messages).at(-1)).toBe('user how is the sky?');
});

it('refuses another output of an answered call, and outputs of unknown calls', async () => {
  const { post, first } = await start(says('blue'));
  const second = await post([output('c1', 'a')], first);
  for (const wrong of [output('c1', 'other'), output('c9', 'a')]) {
    const { status, body } = await post([wrong, output('c2', 'b')], idOf(second));
    expect([status, body]).toMatchObject([400, { error: { code: 'unknown_call_id' } }]);
  }
});
