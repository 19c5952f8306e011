import { expect, it } from 'vitest';
import type { CalledAgentServers, ServersPort } from '../session-commands/command-port.ts';
import { findServerLog } from './server-logs.ts';

function createServers(...names: readonly string[]): CalledAgentServers['servers'] {
  return {
    list: () =>
      names.map((name) => ({ name, state: 'connected', tools: 0, malformedTools: [] }) as const),
    readLog: (name) => {
      if (!names.includes(name)) throw new Error(`unknown MCP server ${name}`);
      return [{ at: 0, from: 'stderr', text: `${name} of ${names.join('+')}` }];
    },
  };
}

function createPort(called?: readonly CalledAgentServers[]): ServersPort {
  return {
    ...createServers('sky', 'sea'),
    ping: () => Promise.reject(new Error('not called')),
    reload: () => Promise.reject(new Error('not called')),
    ...(called && { listCalled: async () => called }),
  };
}

const PORT = createPort([
  { agent: 'helper', servers: createServers('sky', 'desk') },
  { agent: 'scribe', servers: createServers('desk', 'paper') },
]);

it.each([
  ['sky', 'sky', 'sky of sky+sea'],
  ['helper/sky', 'helper/sky', 'sky of sky+desk'],
  ['paper', 'scribe/paper', 'paper of desk+paper'],
  ['scribe/p', 'scribe/paper', 'paper of desk+paper'],
])('finds the log of %s', async (given, name, text) => {
  const found = await findServerLog(PORT, given);
  expect(found).toMatchObject({ name });
  expect('read' in found && found.read()).toMatchObject([{ text }]);
});

it.each([
  ['desk', 'desk names several MCP servers: use one of helper/desk, scribe/desk'],
  ['helper', 'helper names several MCP servers: use one of helper/sky, helper/desk'],
  [
    'moon',
    'unknown MCP server moon: use one of sky, sea, helper/sky, helper/desk, scribe/desk, scribe/paper',
  ],
])('refuses %s', async (given, refusal) => {
  expect(await findServerLog(PORT, given)).toEqual({ refusal });
});

it('leaves the refusal to the servers of the agent if it calls no others', async () => {
  const found = await findServerLog(createPort(), 'moon');
  expect('read' in found && found.read).toThrow('unknown MCP server moon');
});
