import type { MeasuredSeries, OperatingReport } from '@timestep-ai/timestep/view';

/** What is drawn of one report. */
export interface Sample {
  readonly at: number;
  readonly open: number;
  readonly memoryBytes: number;
  readonly cpuMs: number;
  readonly tokens: number;
}

/** Reports that are drawn: ten minutes of them. */
const MOST_SAMPLES = 120;

/** The samples with one more, without the oldest where there are many. A repeated report adds none. */
export function withSample(
  samples: readonly Sample[],
  { tasks, process: { memoryBytes, cpuMs }, measured }: OperatingReport,
  at: number,
): readonly Sample[] {
  if (samples.at(-1)?.at === at) return samples;
  const open = tasks
    .filter(({ state }) => OPEN.includes(state))
    .reduce((sum, { count }) => sum + count, 0);
  const tokens = measured.filter(isTokens).reduce((total, { sum }) => total + sum, 0);
  return [...samples, { at, open, memoryBytes, cpuMs, tokens }].slice(-MOST_SAMPLES);
}

const OPEN: readonly string[] = ['submitted', 'working', 'input-required'];

function isTokens({ name }: MeasuredSeries): boolean {
  return /\.usage\.(?:input|output)_tokens$/.test(name);
}

/** Of a processor, the share that was used between samples, in percent. */
export function cpuShares(samples: readonly Sample[]): readonly number[] {
  return samples.slice(1).map(({ at, cpuMs }, index) => {
    const before = samples[index];
    const passed = at - (before?.at ?? at);
    return passed <= 0 ? 0 : (100 * (cpuMs - (before?.cpuMs ?? cpuMs))) / passed;
  });
}

/** A value of a series for people: of a histogram the mean, else the sum. */
export function seriesText({ kind, unit, count, sum }: MeasuredSeries): string {
  const value = kind === 'histogram' ? sum / Math.max(1, count) : sum;
  if (unit === 's') return value < 1 ? `${(value * 1000).toFixed(1)} ms` : `${value.toFixed(2)} s`;
  if (unit === '{USD}') return `$${value.toFixed(4)}`;
  return value.toLocaleString('en');
}
