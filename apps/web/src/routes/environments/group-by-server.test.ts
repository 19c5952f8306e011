import type { EnvironmentAgent } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { groupByServer, listAgentsWithoutServers } from './group-by-server.ts';

function agent(name: string, servers: readonly string[], why?: string): EnvironmentAgent {
  return {
    agentId: name,
    name,
    internal: [],
    servers: servers.map((server) => ({
      name: server,
      state: 'idle',
      tools: 0,
      malformedTools: [],
    })),
    ...(why !== undefined && { why }),
  };
}

const AGENTS = [
  agent('desk', ['mail', 'files']),
  agent('poet', []),
  agent('clerk', ['files']),
  agent('broken', [], 'the file is wrong'),
];

it('groups servers of one name, with the agents that use each', () => {
  const groups = groupByServer(AGENTS);
  expect(groups.map(({ server, uses }) => [server, ...uses.map((use) => use.agent.name)])).toEqual([
    ['files', 'desk', 'clerk'],
    ['mail', 'desk'],
  ]);
});

it('lists agents without servers apart from agents whose servers are unknown', () => {
  expect(listAgentsWithoutServers(AGENTS).map(({ name }) => name)).toEqual(['poet']);
});
