import { expect, it } from 'vitest';
import { countFacets } from './count-facets.ts';

const GROUPS = [
  { agent: 'guide', state: 'completed', tasks: 5 },
  { agent: 'guide', state: 'failed', tasks: 1 },
  { agent: 'shop', state: 'completed', tasks: 9 },
];

it('counts the states of the chosen agent, and the agents in the chosen state', () => {
  expect(countFacets(GROUPS, {})).toEqual({
    states: [
      { name: 'completed', count: 14 },
      { name: 'failed', count: 1 },
    ],
    agents: [
      { name: 'shop', count: 9 },
      { name: 'guide', count: 6 },
    ],
  });
  const { states, agents } = countFacets(GROUPS, { agent: 'guide', state: 'failed' });
  expect(states.map(({ count }) => count)).toEqual([5, 1]);
  expect(agents).toEqual([{ name: 'guide', count: 1 }]);
});

it('keeps what is chosen, even if nothing has it', () => {
  const { states, agents } = countFacets([], { agent: 'gone', state: 'working' });
  expect(states).toEqual([{ name: 'working', count: 0 }]);
  expect(agents).toEqual([{ name: 'gone', count: 0 }]);
});
