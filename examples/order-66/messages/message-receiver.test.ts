import { createMemoryRunner, functionEnvironment, Loop } from '@timestep-ai/timestep';
import type { AgentFn, Runner } from '@timestep-ai/timestep/port';
import { expect, it } from 'vitest';
import { createCallMessage, WAIT } from './call-message.ts';
import { createMessageReceiver, type MessageReceiver } from './message-receiver.ts';
import { listReceivedMessages, toUserMessage } from './inbound.ts';

const replyTo = 'http://a/a2a/message/send';

function doorOf(agent: AgentFn): { readonly door: MessageReceiver; readonly runner: Runner } {
  const tools = functionEnvironment({});
  const environments = { default: tools };
  const served = new Loop({ name: 'b', agent, environments, toolSite: 'server' });
  const runner = createMemoryRunner({ agents: [served] });
  const onFailure = (thrown: unknown): never => {
    throw thrown;
  };
  return { door: createMessageReceiver({ runner, agent: 'b', waiting: WAIT, onFailure }), runner };
}

function deliver(
  door: MessageReceiver,
  messageId: string,
  content = 'Hello',
): Promise<'new' | 'repeated'> {
  return door.deliver('t', messageId, toUserMessage({ messageId, replyTo, content }));
}

/** Waits for messages, and for nothing else. */
const waiting: AgentFn = (messages) => createCallMessage(messages, WAIT.function.name);

it('begins one task for messages that come at once, and takes each once', async () => {
  const { door, runner } = doorOf(waiting);
  const came = await Promise.all(['m1', 'm2', 'm1'].map((messageId) => deliver(door, messageId)));
  expect(came).toEqual(['new', 'new', 'repeated']);
  expect(await runner.list({ principal: '', pageSize: 9 })).toMatchObject({ total: 1 });
  await runner.close(0);
});

it('refuses a message that says something else than before', async () => {
  const { door, runner } = doorOf(waiting);
  await deliver(door, 'm1');
  await expect(deliver(door, 'm1', 'Goodbye')).rejects.toMatchObject({
    code: 'duplicate-message',
    message: 'message m1 was sent before with another content',
  });
  // One that is refused does not hold up the next.
  expect(await deliver(door, 'm2')).toBe('new');
  await runner.close(0);
});

it('lets the agent hear a message that came while it decided to wait', async () => {
  const { promise: decided, resolve: decide } = Promise.withResolvers<undefined>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<undefined>();
  const { promise: heard, resolve: hear } = Promise.withResolvers<readonly string[]>();
  const { door, runner } = doorOf(async (messages) => {
    const ids = listReceivedMessages(messages).map(({ messageId }) => messageId);
    if (ids.includes('m2')) hear(ids);
    ask(undefined);
    await decided;
    return createCallMessage(messages, WAIT.function.name);
  });
  await deliver(door, 'm1');
  await asked;
  await deliver(door, 'm2');
  decide(undefined);
  expect(await heard).toEqual(['m1', 'm2']);
  await runner.close(0);
});
