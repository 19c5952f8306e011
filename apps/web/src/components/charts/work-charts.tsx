import { formatCost, type WorkReport, type WorkSeries } from '@timestep-ai/timestep/view';
import { formatCount, formatDuration } from '../values/formats.ts';
import { formatKnownCost } from './work-figures.ts';
import type { ChartPart } from './chart-parts.ts';
import { StepChart } from './step-chart.tsx';

interface WorkChartsProps extends Pick<WorkReport, 'since' | 'stepMs'> {
  readonly series: WorkSeries;
}

/** Charts of the number of tasks, cost, tokens and duration over time, for all tasks or one agent or model. */
export function WorkCharts({ series, since, stepMs }: WorkChartsProps) {
  const { points } = series;
  const times = points.map((_, step) => since + step * stepMs);
  const format = stepMs < DAY_MS ? HOUR : DAY;
  const shared = { times, formatTime: (at: number) => format.format(at) };
  const part = (
    name: string,
    color: string,
    get: (point: WorkSeries['points'][number]) => number | null,
  ): ChartPart => ({ name, color, values: points.map(get) });
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <StepChart
        {...shared}
        label="Ended tasks"
        figure={formatCount(series.count)}
        kind="bars"
        formatValue={formatCount}
        parts={[
          part('failed', 'text-bad', ({ failed }) => failed),
          part('others', 'text-accent', ({ count, failed }) => count - failed),
        ]}
      />
      <StepChart
        {...shared}
        label="Cost"
        figure={formatKnownCost(series)}
        kind="bars"
        formatValue={formatCost}
        parts={[part('cost', 'text-agent', ({ costUsd }) => costUsd)]}
      />
      <StepChart
        {...shared}
        label="Tokens"
        figure={formatCount(series.inputTokens + series.outputTokens)}
        kind="bars"
        formatValue={formatCount}
        parts={[
          part('output', 'text-model', ({ outputTokens }) => outputTokens),
          part('input', 'text-tool', ({ inputTokens, cachedTokens }) => inputTokens - cachedTokens),
          part('cached', 'text-wait', ({ cachedTokens }) => cachedTokens),
        ]}
      />
      <StepChart
        {...shared}
        label="Working time, p95"
        figure={series.p95Ms === null ? '–' : formatDuration(series.p95Ms)}
        kind="lines"
        formatValue={formatDuration}
        parts={[
          part('p95', 'text-person', ({ p95Ms }) => p95Ms),
          part('p50', 'text-accent', ({ p50Ms }) => p50Ms),
        ]}
      />
    </div>
  );
}

const DAY_MS = 86_400_000;
const HOUR = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
