import { expect, it } from 'vitest';
import { agentBuiltinEcho } from '#agents/model';
import { Agent } from '../agent/agent.ts';
import { createServables } from '../servables.ts';
import { listServedAddresses } from './agent-path.ts';

it('has the addresses of agents that are exposed', () => {
  const agent = (agentId: string) => new Agent({ agentId, name: agentId, model: agentBuiltinEcho });
  const { environment, loop, description } = agent('inside');
  const inside = { agentId: 'inside', environment, loop, description, isExposed: false };
  const agents = createServables([agent('å'), { ...inside, close: () => loop.close() }]);
  expect(listServedAddresses(agents, 'https://agents.example')).toEqual([
    { agentId: 'å', url: 'https://agents.example/agents/%C3%A5' },
  ]);
});
