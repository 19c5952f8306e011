import { expect, it } from 'vitest';
import type { ServedAgent } from './served-agent.ts';
import { toServedAgents } from './served-agents.ts';

function agent(name: string): ServedAgent {
  const limits = { max_steps: 1, time_limit_s: 1 };
  const environment = () => ({ listTools: () => [], callTool: () => ({ content: '' }) });
  const reply = () => ({ role: 'assistant', content: '' }) as const;
  return { name, agent: reply, toolSite: 'server', limits, environment };
}

it('finds agents of an array by name, of two with one name the first', () => {
  const [one, other, two] = [agent('one'), agent('one'), agent('two')];
  const agents = toServedAgents([one, other, two]);
  expect(agents.get('one')).toBe(one);
  expect(agents.get('two')).toBe(two);
  expect(agents.get('three')).toBeUndefined();
});

it('leaves a collection as it is', () => {
  const agents = toServedAgents([agent('one')]);
  expect(toServedAgents(agents)).toBe(agents);
  expect(agents.names()).toEqual(['one']);
});
