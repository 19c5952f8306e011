import type { WorkFigures, WorkSeries } from '@timestep-ai/timestep/view';
import { TrendBars } from './trend.tsx';
import { WorkCharts } from './work-charts.tsx';

const NOTHING: WorkFigures = {
  count: 0,
  failed: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  unpriced: 0,
  p50Ms: null,
  p95Ms: null,
};

const SINCE = Date.UTC(2026, 10, 27);
const HOUR_MS = 3_600_000;

function createExampleFigures(hour: number): WorkFigures {
  const count = hour < 7 ? 0 : 4 + ((hour * 5) % 9);
  if (count === 0) return NOTHING;
  return {
    count,
    failed: hour % 6 === 0 ? 2 : 0,
    inputTokens: count * 900,
    cachedTokens: count * 500,
    outputTokens: count * 120,
    costUsd: count * 0.012,
    unpriced: 0,
    p50Ms: 1200 + hour * 20,
    p95Ms: 5200 + (hour % 4) * 900,
  };
}

const points = Array.from({ length: 24 }, (_, hour) => createExampleFigures(hour));
const busy: WorkSeries = {
  ...createExampleFigures(12),
  name: 'research',
  models: [],
  count: 140,
  unpriced: 3,
  points,
};
const idle: WorkSeries = { ...NOTHING, name: '', models: [], points: points.map(() => NOTHING) };

export const gallery = {
  'Work over time': {
    busy: <WorkCharts series={busy} since={SINCE} stepMs={HOUR_MS} />,
    idle: <WorkCharts series={idle} since={SINCE} stepMs={24 * HOUR_MS} />,
  },
  Trend: {
    busy: <TrendBars values={points.map(({ count }) => count)} />,
    idle: <TrendBars values={points.map(() => 0)} />,
  },
};
