import { expect, it, onTestFinished } from 'vitest';
import type { ToolLocation } from '#core';
import type { AgentFn } from '#engine/port';
import { Agent, Environment, serve } from '#serving/server';
import { createClient, type ClientOptions } from '../index.ts';

/** Asks to pay, then says what came of it. */
const pays: AgentFn = (messages) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { role: 'assistant', content: `told: ${last.content}` };
  const call = { name: 'pay', arguments: '{}' };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: call }],
  };
};

async function shop(
  toolSite: ToolLocation,
  options: ClientOptions,
): Promise<{ readonly paid: number[]; readonly ask: () => Promise<string> }> {
  const paid: number[] = [];
  const environment = new Environment({ environmentId: 'shop', enableHandoff: false });
  environment.tool('pay', { needsApproval: true }, () => `paid ${paid.push(1)}`);
  const agent = new Agent({ agentId: 'shop', name: 'Shop', model: pays, environment, toolSite });
  const serving = await serve({ agents: [agent], port: 0, database: ':memory:' });
  const client = createClient(options);
  onTestFinished(async () => {
    await client.close();
    await serving.close(0);
  });
  return { paid, ask: async () => (await client.ask(serving.url, 'pay')).text };
}

it.each(['server', 'client'] as const)('is asked before a call at the %s', async (site) => {
  const asked: string[] = [];
  const approve = (call: { readonly id: string }): boolean => asked.push(call.id) > 0;
  const { paid, ask } = await shop(site, { approve });
  expect(await ask()).toBe('told: paid 1');
  expect(asked).toEqual(['c1']);
  expect(paid).toHaveLength(1);
});

it.each(['server', 'client'] as const)('may refuse a call at the %s', async (site) => {
  const { paid, ask } = await shop(site, { approve: () => false });
  expect(await ask()).toContain('denied');
  expect(paid).toEqual([]);
});

it('is missed where an agent waits for it', async () => {
  const { paid, ask } = await shop('server', {});
  await expect(ask()).rejects.toMatchObject({
    code: 'input-required',
    message: expect.stringContaining('May I call pay({})?') as string,
  });
  expect(paid).toEqual([]);
});

it('is missed by a tool that is run here', async () => {
  const { paid, ask } = await shop('client', {});
  expect(await ask()).toContain("needs a person's approval");
  expect(paid).toEqual([]);
});
