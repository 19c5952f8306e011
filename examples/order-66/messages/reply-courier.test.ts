import { createMemoryRunner } from '@timestep-ai/timestep';
import { toArray } from '@timestep-ai/timestep/core';
import { expect, it } from 'vitest';
import { createReplyCourier, submitReply, type Send } from './reply-courier.ts';
import type { SendResult } from './send.ts';

const message = { taskId: 't', replyTo: 'http://b/', content: 'Yes.' };
const NEVER = new AbortController().signal;

it('delivers a reply while another is on its way, and each once', async () => {
  const { promise: back, resolve: comeBack } = Promise.withResolvers<SendResult>();
  const sent: string[] = [];
  const send: Send = async (to, { messageId }) => {
    sent.push(`${messageId} to ${to}`);
    return messageId === 'r-1' ? back : { outcome: 'received', attempts: 1 };
  };
  const runner = createMemoryRunner({ agents: [createReplyCourier('courier', send)] });
  const submit = (messageId: string): Promise<void> =>
    submitReply(runner, 'courier', { to: 'http://a/', message: { ...message, messageId } });
  await submit('r-1');
  await submit('r-1');
  await submit('r-2');
  await expect.poll(() => sent).toEqual(['r-1 to http://a/', 'r-2 to http://a/']);

  comeBack({ outcome: 'refused', reason: 'unknown conversation' });
  const { tasks } = await runner.list({ principal: '', pageSize: 9 });
  const ended = await Promise.all(tasks.map(({ id }) => runner.waitUntilSettled(id, NEVER)));
  expect(ended.map(({ state }) => state)).toEqual(['completed', 'completed']);
  const said = ended.map(({ entries }) => toArray(entries).at(-1)?.message.content);
  expect(said).toHaveLength(2);
  expect(said).toEqual(
    expect.arrayContaining([
      '{"outcome":"received","attempts":1}',
      '{"outcome":"refused","reason":"unknown conversation"}',
    ]),
  );
  await runner.close(0);
});
