import { describe, expect, it } from 'vitest';
import type { Delegation, JsonObject } from '#core';
import { serve, type Setting } from '../served.fixture.ts';
import { delegationToMetadata } from '../wire/delegation-metadata.ts';

const KEY = 'shared by two servers';
const delegations = { key: KEY, self: 'subject@here' };

const SENDS: Readonly<Record<string, (metadata: JsonObject) => [string, JsonObject, string]>> = {
  '1.0': (metadata) => [
    'SendMessage',
    { message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hi' }], metadata } },
    '1.0',
  ],
  '0.3': (metadata) => [
    'message/send',
    {
      message: {
        kind: 'message',
        messageId: 'm1',
        role: 'user',
        parts: [{ kind: 'text', text: 'hi' }],
        metadata,
      },
    },
    '0.3',
  ],
};

async function received(
  version: string,
  metadata: JsonObject,
  setting: Setting,
): Promise<{ delegation: Delegation | undefined; answer: JsonObject }> {
  let delegation: Delegation | undefined;
  const { rpc } = serve({
    ...setting,
    agentFn(_messages, { task }) {
      ({ delegation } = task);
      return { role: 'assistant', content: 'heard' };
    },
  });
  const send = SENDS[version];
  if (!send) throw new Error(`no version ${version}`);
  const answer = await rpc(...send(metadata));
  return { delegation, answer };
}

describe.each(['1.0', '0.3'])('a message of another agent over A2A %s', (version) => {
  const sent = { path: ['desk@there'], budget: { tokens: 7 } };
  const signed = delegationToMetadata(sent, { key: KEY, messageId: 'm1' });

  it('tells the agent which calls led to it and what it may use', async () => {
    expect((await received(version, signed, { delegations })).delegation).toEqual(sent);
  });

  it('tells the number of calls where the server shares no key', async () => {
    expect((await received(version, signed, {})).delegation).toEqual({ path: ['?'] });
  });

  it('says nothing where no agent called', async () => {
    expect((await received(version, {}, { delegations })).delegation).toBeUndefined();
  });

  it('is refused where it comes back to an agent that waits for its answer', async () => {
    const around = { path: ['subject@here', 'desk@there'] };
    const metadata = delegationToMetadata(around, { key: KEY, messageId: 'm1' });
    const { answer, delegation } = await received(version, metadata, { delegations });
    expect(delegation).toBeUndefined();
    expect(answer).toMatchObject({
      error: {
        code: -32602,
        message:
          'message has a call cycle (subject@here, desk@there): this agent already waits for the answer, so answer without calling it',
      },
    });
  });
});
