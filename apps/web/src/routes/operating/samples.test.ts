import type { ServerHealth } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { computeCpuShares, formatSeriesValue, appendSample, type Sample } from './samples.ts';

const REPORT: ServerHealth = {
  agents: 1,
  tasks: [
    { state: 'working', count: 2 },
    { state: 'input-required', count: 1 },
    { state: 'completed', count: 9 },
  ],
  process: { memoryBytes: 100, cpuMs: 50, uptimeMs: 1000 },
  measuredSince: 0,
  measured: [
    {
      name: 'gen_ai.client.inference.usage.input_tokens',
      about: '',
      unit: '{token}',
      kind: 'counter',
      labels: {},
      count: 2,
      sum: 30,
    },
  ],
};

it('keeps what is drawn, of the newest reports', () => {
  let samples: readonly Sample[] = [];
  for (let at = 0; at < 200; at += 1) samples = appendSample(samples, REPORT, at);
  expect(samples).toHaveLength(120);
  expect(samples.at(-1)).toEqual({ at: 199, open: 3, memoryBytes: 100, cpuMs: 50 });
  expect(appendSample(samples, REPORT, 199)).toBe(samples);
});

it('gives the share of a processor between samples', () => {
  const base = { open: 0, memoryBytes: 0 };
  const samples = [
    { ...base, at: 0, cpuMs: 0 },
    { ...base, at: 1000, cpuMs: 250 },
    { ...base, at: 1000, cpuMs: 250 },
  ];
  expect(computeCpuShares(samples)).toEqual([25, 0]);
});

it.each([
  ['histogram', 's', 4, 2, '500.0 ms'],
  ['histogram', 's', 1, 2.5, '2.50 s'],
  ['counter', '{USD}', 3, 0.5, '$0.5000'],
  ['counter', '{token}', 3, 12_345, '12,345'],
] as const)('writes a %s in %s', (kind, unit, count, sum, text) => {
  expect(formatSeriesValue({ name: '', about: '', labels: {}, kind, unit, count, sum })).toBe(text);
});
