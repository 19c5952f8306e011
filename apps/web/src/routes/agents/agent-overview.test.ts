import type { AgentSummary } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { listAddresses } from './agent-addresses.ts';
import { buildNeighborGraph } from './agent-neighbors.ts';

function agent(id: string, calls: readonly string[] = []): AgentSummary {
  const description = { name: id.toUpperCase(), description: '', version: '1' };
  return { id, ...description, isExposed: true, skills: [], tools: [], calls };
}

it('lists the addresses of the protocols that the server speaks', () => {
  const of = (protocols: readonly ('a2a' | 'agui' | 'responses')[], tools: readonly string[]) =>
    listAddresses({ id: 'a b', tools }, protocols, 'http://x').map(({ url }) => url);
  expect(of([], [])).toEqual([]);
  expect(of(['a2a', 'agui', 'responses'], ['look'])).toEqual([
    'http://x/agents/a%20b',
    'http://x/agents/a%20b/.well-known/agent-card.json',
    'http://x/agents/a%20b/v1',
    'http://x/agents/a%20b/agui',
    'http://x/agents/a%20b/tools/mcp',
  ]);
});

it('lists callers and called agents, each once, also agents of other servers', () => {
  const own = agent('own', ['other', 'away', 'own']);
  const { boxes, arrows } = buildNeighborGraph(own, [own, agent('other', ['own']), agent('apart')]);
  expect(boxes).toEqual([
    { id: 'own', name: 'OWN' },
    { id: 'other', name: 'OTHER' },
    { id: 'away', name: 'away' },
  ]);
  expect(arrows.map(({ from, to }) => `${from} ${to}`)).toEqual([
    'other own',
    'own other',
    'own away',
  ]);
});
