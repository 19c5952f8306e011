import { expect, it } from 'vitest';
import type { AgentFn } from '#engine/port';
import type { ToolFn } from '#engine/tools';
import { runEpisode } from './episode.ts';

const pays: AgentFn = (messages) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { role: 'assistant', content: last.content };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'pay', arguments: '{}' } }],
  };
};

function shop(): { readonly paid: string[]; readonly tools: object } {
  const paid: string[] = [];
  const pay = {
    needsApproval: true,
    execute: (_: object, { key }: { readonly key: string }) => {
      paid.push(key);
      return 'paid';
    },
  };
  return { paid, tools: { pay } };
}

const ask = [{ role: 'user', content: 'pay' }] as const;

it('an approved call is made', async () => {
  const { paid, tools } = shop();
  const asked: string[] = [];
  const approve = (call: { readonly id: string }): boolean => asked.push(call.id) > 0;
  const { messages, info } = await runEpisode(ask, pays, { tools: { ...tools }, approve });
  expect(asked).toEqual(['a']);
  expect(paid).toHaveLength(1);
  expect(messages.at(-1)?.content).toBe('paid');
  expect(info.terminated_reason).toBe('final_answer');
});

it('a denied call is not made, and the model is told', async () => {
  const { paid, tools } = shop();
  const { messages } = await runEpisode(ask, pays, { tools: { ...tools }, approve: () => false });
  expect(paid).toEqual([]);
  expect(messages.at(-1)?.content).toContain('denied');
});

it('where nobody is there to ask, the call is denied', async () => {
  const { paid, tools } = shop();
  const { messages } = await runEpisode(ask, pays, { tools: { ...tools } });
  expect(paid).toEqual([]);
  expect(messages.at(-1)?.content).toContain('no person can be asked to approve');
});

it('an episode that is called off while somebody decides ends', async () => {
  const { paid, tools } = shop();
  const stop = new AbortController();
  const approve = async (): Promise<boolean> => {
    stop.abort();
    return true;
  };
  const options = { tools: { ...tools }, approve, signal: stop.signal };
  const { info } = await runEpisode(ask, pays, options);
  expect(paid).toEqual([]);
  expect(info).toMatchObject({ terminated_reason: 'error', error: 'canceled' });
});

it('a tool that waits for a task goes on without, as an episode has no other tasks', async () => {
  const pay: ToolFn = (_args, { awaited: [first], waitFor }) =>
    first ? `${first.error?.code} ${first.error?.message}` : waitFor('t2');
  const { messages } = await runEpisode(ask, pays, { tools: { pay } });
  expect(messages.at(-1)?.content).toBe('task-not-found there is no task t2');
});
