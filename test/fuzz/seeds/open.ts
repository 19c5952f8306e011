import type { Seed } from '../seeds.ts';

/** Public requests: health, and discovery of the agent. */
export const OPEN_SEEDS: readonly Seed[] = [
  { route: 'health', method: 'GET', path: '/health' },
  {
    route: 'card 1.0',
    method: 'GET',
    path: '/.well-known/agent-card.json',
    headers: { 'a2a-version': '1.0' },
  },
  { route: 'card 0.3', method: 'GET', path: '/agents/fuzzed/.well-known/agent.json' },
  { route: 'nothing', method: 'GET', path: '/nothing/here?at=all' },
];
