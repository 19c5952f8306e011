import { expect, it } from 'vitest';
import { agentToCatalogEntry } from './catalog-entry.ts';

const description = { name: 'desk', title: 'The desk', description: 'Answers.', version: '1.2.0' };
const SKILLS = [
  {
    id: 'orders',
    name: 'Orders',
    description: 'Finds orders.',
    tags: [],
    examples: ['Where is order 1?'],
  },
  {
    id: 'prices',
    name: 'Prices',
    description: 'Knows prices.',
    tags: [],
    examples: ['a', 'b', 'c', 'd', 'e'],
  },
];

it('describes an agent by a name that stays, and by what registries search', () => {
  const agent = { agentId: 'desk', description: { ...description, skills: SKILLS } };
  expect(agentToCatalogEntry(agent, 'https://agents.example')).toEqual({
    identifier: 'urn:air:agents.example:agent:desk',
    displayName: 'The desk',
    type: 'application/a2a-agent-card+json',
    url: 'https://agents.example/agents/desk/.well-known/agent-card.json',
    description: 'Answers.',
    version: '1.2.0',
    capabilities: ['orders', 'prices'],
    representativeQueries: ['Where is order 1?', 'a', 'b', 'c', 'd'],
  });
});

it.each([
  ['https://agents.example:8443', 'desk', 'urn:air:agents.example:agent:desk'],
  ['http://localhost:10000', 'desk', 'urn:air:localhost:agent:desk'],
  ['http://127.0.0.1:10000', 'desk', 'urn:air:localhost:agent:desk'],
  ['http://[::1]:10000', 'desk', 'urn:air:localhost:agent:desk'],
  ['https://agents.example', 'a:b/c', 'urn:air:agents.example:agent:a%3Ab%2Fc'],
])('names the agent of %s called %s', (origin, agentId, identifier) => {
  expect(agentToCatalogEntry({ agentId, description }, origin).identifier).toBe(identifier);
});
