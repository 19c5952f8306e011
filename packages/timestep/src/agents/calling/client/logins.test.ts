import { expect, it, onTestFinished } from 'vitest';
import type { ToolLocation } from '#core';
import { listen } from '#protocols/http';
import { createEnvironmentHandler } from '#protocols/mcp';
import type { AgentFn, LoginStore } from '#engine/port';
import { Agent, serve } from '#serving/server';
import { createClient } from '../index.ts';

const looks: AgentFn = (messages) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { role: 'assistant', content: last.content };
  const call = { name: 'look', arguments: '{}' };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: call }],
  };
};

function loginsWith(accessToken: string): LoginStore {
  return {
    list: async () => [],
    find: async (server) => ({
      server,
      issuer: 'https://issuer.example',
      clientId: 'c',
      accessToken,
    }),
    change: async () => undefined,
  };
}

/** An agent whose tools are at a server that wants the token `secret`. */
async function desk(toolSite: ToolLocation, logins: LoginStore) {
  const tools = createEnvironmentHandler(
    {
      name: 'desk',
      version: '1.0.0',
      tools: [
        {
          name: 'look',
          description: 'Looks',
          input: { type: 'object' },
          execute: () => 'a letter',
        },
      ],
    },
    {
      authenticate: ({ headers }) =>
        headers.get('authorization') === 'Bearer secret' ? 'ann' : undefined,
    },
  );
  const listening = await listen(tools, { port: 0 });
  const environment = `${listening.url}/mcp`;
  const agent = new Agent({
    agentId: 'desk',
    name: 'Desk',
    model: looks,
    toolSite,
    environments: { default: environment },
    logins,
  });
  const serving = await serve({ agents: [agent], port: 0, database: ':memory:' });
  const client = createClient({ logins, environmentOf: () => environment, patienceMs: 0 });
  onTestFinished(async () => {
    await client.close();
    await serving.close(0);
    await tools.close();
    await listening.close(0);
  });
  return async () => (await client.ask(serving.url, 'look')).text;
}

it.each(['server', 'client'] as const)('uses logins for tools at the %s', async (site) => {
  const ask = await desk(site, loginsWith('secret'));
  expect(await ask()).toBe('a letter');
});

it('is refused with another token', async () => {
  const ask = await desk('client', loginsWith('other'));
  await expect(ask()).rejects.toThrow(/requires a login: timestep auth login/);
});
