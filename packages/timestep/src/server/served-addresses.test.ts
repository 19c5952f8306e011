import { expect, it } from 'vitest';
import { agentBuiltinEcho } from '../model/index.ts';
import { Agent } from './agent.ts';
import { createServables } from './servables.ts';
import { addressesOf } from './served-addresses.ts';

it('has the addresses of agents that are exposed', () => {
  const agent = (agentId: string) => new Agent({ agentId, name: agentId, model: agentBuiltinEcho });
  const { environment, loop, description } = agent('inside');
  const inside = { agentId: 'inside', environment, loop, description, isExposed: false };
  const agents = createServables([agent('a b'), { ...inside, close: () => loop.close() }]);
  expect(addressesOf(agents, 'https://agents.example')).toEqual([
    { agentId: 'a b', url: 'https://agents.example/agents/a%20b' },
  ]);
});
