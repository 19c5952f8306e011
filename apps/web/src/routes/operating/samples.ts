import type { MeasuredSeries, ServerHealth } from '@timestep-ai/timestep/view';
import { OPEN_STATES } from '../tasks/task-search.ts';

export interface Sample {
  readonly at: number;
  readonly open: number;
  readonly memoryBytes: number;
  readonly cpuMs: number;
}

const MAX_SAMPLES = 120;

/** Appends a sample of the server's health. A repeated report adds no sample. */
export function appendSample(
  samples: readonly Sample[],
  { tasks, process: { memoryBytes, cpuMs } }: ServerHealth,
  at: number,
): readonly Sample[] {
  if (samples.at(-1)?.at === at) return samples;
  const open = tasks
    .filter(({ state }) => OPEN_STATES.includes(state))
    .reduce((sum, { count }) => sum + count, 0);
  return [...samples, { at, open, memoryBytes, cpuMs }].slice(-MAX_SAMPLES);
}

export function computeCpuShares(samples: readonly Sample[]): readonly number[] {
  return samples.slice(1).map(({ at, cpuMs }, index) => {
    const before = samples[index];
    const passed = at - (before?.at ?? at);
    return passed <= 0 ? 0 : (100 * (cpuMs - (before?.cpuMs ?? cpuMs))) / passed;
  });
}

export function formatSeriesValue({ kind, unit, count, sum }: MeasuredSeries): string {
  const value = kind === 'histogram' ? sum / Math.max(1, count) : sum;
  if (unit === 's') return value < 1 ? `${(value * 1000).toFixed(1)} ms` : `${value.toFixed(2)} s`;
  if (unit === '{USD}') return `$${value.toFixed(4)}`;
  return value.toLocaleString('en');
}
