import { expect, it } from 'vitest';
import { countFacets } from './count-facets.ts';

const GROUPS = [
  { agent: 'guide', state: 'completed', tasks: 5 },
  { agent: 'guide', state: 'failed', tasks: 1 },
  { agent: 'shop', state: 'completed', tasks: 9 },
];

it('counts the states of the chosen agent, and the agents in the chosen state', () => {
  expect(countFacets(GROUPS, {})).toMatchObject({
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

it('counts by entry point, and leaves out asked tasks unless they are shown', () => {
  const groups = [
    { agent: 'guide', state: 'completed', entry: 'mcp' as const, tasks: 4 },
    { agent: 'guide', state: 'failed', entry: 'a2a-1.0' as const, tasks: 6 },
    { agent: 'guide', state: 'failed', entry: 'agent' as const, isAsked: true as const, tasks: 9 },
    { agent: 'guide', state: 'failed', tasks: 2 },
  ];
  expect(countFacets(groups, {}).entries).toEqual([
    { name: 'a2a-1.0', count: 6 },
    { name: 'mcp', count: 4 },
  ]);
  expect(countFacets(groups, { entry: 'mcp' }).states).toEqual([{ name: 'completed', count: 4 }]);
  expect(countFacets(groups, {}).asked).toBe(9);
  expect(countFacets(groups, { state: 'completed' }).asked).toBe(0);
  expect(countFacets(groups, { asked: 'too' }).states).toEqual([
    { name: 'completed', count: 4 },
    { name: 'failed', count: 17 },
  ]);
});

it('keeps what is chosen, even if nothing has it', () => {
  const { states, agents } = countFacets([], { agent: 'gone', state: 'working' });
  expect(states).toEqual([{ name: 'working', count: 0 }]);
  expect(agents).toEqual([{ name: 'gone', count: 0 }]);
});
