import type { TreeTotals } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { compareTotals } from './compare-totals.ts';

const TOTALS: TreeTotals = {
  tasks: 1,
  unknownTasks: 0,
  agents: 1,
  wallMs: 2000,
  workMs: 1000,
  personMs: 0,
  modelCalls: 2,
  toolCalls: 4,
  tokens: 1200,
  costUsd: 0.5,
};

it('says by how much the second run differs', () => {
  const second = { ...TOTALS, costUsd: 0.25, toolCalls: 5, personMs: 3000 };
  const figures = compareTotals(TOTALS, second);
  const find = (name: string) => figures.find((one) => one.name === name);
  expect(find('Cost, all agents')).toMatchObject({ first: '$0.50', difference: '−$0.25 (-50%)' });
  expect(find('Tool calls')).toMatchObject({ difference: '+1 (+25%)' });
  expect(find('Waiting for a person')).toMatchObject({ first: '0 ms', difference: '+3.0 s' });
  expect(find('Model calls')).toMatchObject({ difference: 'none' });
});

it('says that a cost is unknown instead of counting it as nothing', () => {
  const [cost] = compareTotals({ ...TOTALS, costUsd: null }, TOTALS);
  expect(cost).toMatchObject({ first: 'unknown', second: '$0.50', difference: 'unknown' });
});
