import { useState, type PointerEvent } from 'react';
import { findGreatestValue, type ChartPart } from './chart-parts.ts';

interface StepChartProps {
  readonly label: string;
  /** Text above the chart: the sum, or a typical value, of the whole period. */
  readonly figure: string;
  readonly kind: 'bars' | 'lines';
  readonly parts: readonly ChartPart[];
  /** Start of each step in milliseconds since the epoch. */
  readonly times: readonly number[];
  readonly formatTime: (at: number) => string;
  readonly formatValue: (value: number) => string;
}

const WIDTH = 480;
const HEIGHT = 96;

/**
 * A chart over time. A pointer shows the values of a step; screen readers read all values as a
 * table.
 */
export function StepChart(props: StepChartProps) {
  const { label, figure, kind, parts, times, formatTime, formatValue } = props;
  const [chosen, choose] = useState<number>();
  const greatest = findGreatestValue(kind, parts, times.length);
  const chooseAt = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const step = Math.floor(((clientX - left) / width) * times.length);
    choose(Math.min(Math.max(step, 0), times.length - 1));
  };
  return (
    <figure className="min-w-0 rounded-lg border border-line bg-raised p-4">
      <figcaption className="flex min-h-10 items-start justify-between gap-3">
        <span>
          <span className="block text-xs text-muted">{label}</span>
          <span className="block text-xl leading-6 font-semibold tabular-nums">{figure}</span>
        </span>
        <Legend parts={parts} chosen={chosen} formatValue={formatValue} />
      </figcaption>
      <div
        className="relative mt-4"
        onPointerMove={chooseAt}
        onPointerLeave={() => choose(undefined)}
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-24 w-full"
          aria-hidden="true"
        >
          {[0.25, 0.5, 0.75, 1].map((share) => (
            <path
              key={share}
              d={`M0 ${HEIGHT * (1 - share) + 0.5}H${WIDTH}`}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
              strokeDasharray={share === 1 ? undefined : '2 3'}
            />
          ))}
          {chosen !== undefined && (
            <rect
              x={(chosen * WIDTH) / times.length}
              width={WIDTH / times.length}
              height={HEIGHT}
              className="fill-hover"
            />
          )}
          {greatest > 0 && (kind === 'bars' ? drawBars : drawLines)(parts, times.length, greatest)}
        </svg>
        <span className="absolute end-0 -top-4 text-2xs text-muted tabular-nums">
          {greatest > 0 && formatValue(greatest)}
        </span>
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between text-2xs text-muted tabular-nums">
        {chosen === undefined ? (
          listAxisLabelTimes(times).map((at) => <span key={at}>{formatTime(at)}</span>)
        ) : (
          <span className="mx-auto font-medium text-text">{formatTime(times[chosen] ?? 0)}</span>
        )}
      </p>
      <ValueTable {...props} />
    </figure>
  );
}

type LegendProps = Pick<StepChartProps, 'parts' | 'formatValue'> & {
  readonly chosen: number | undefined;
};

/** The chart's legend: the name of each series, and its value at the step that the pointer chooses. */
function Legend({ parts, chosen, formatValue }: LegendProps) {
  return (
    <ul aria-hidden="true" className="flex flex-wrap justify-end gap-x-3 text-2xs text-muted">
      {parts.map(({ name, color, values }) => {
        const value = chosen === undefined ? undefined : values[chosen];
        return (
          <li key={name} className="flex items-center gap-1 whitespace-nowrap">
            <span className={`size-2 rounded-xs bg-current ${color}`} />
            {name}
            {value !== undefined && (
              <span className="font-medium text-text tabular-nums">
                {value === null ? '–' : formatValue(value)}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function ValueTable({ label, parts, times, formatTime, formatValue }: StepChartProps) {
  return (
    <table className="sr-only">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">Start time</th>
          {parts.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times.map((at, step) => (
          <tr key={at}>
            <th scope="row">{formatTime(at)}</th>
            {parts.map(({ name, values }) => (
              <td key={name}>{values[step] == null ? '–' : formatValue(values[step])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function drawBars(parts: readonly ChartPart[], steps: number, greatest: number) {
  const width = WIDTH / steps;
  const gap = Math.min(3, width / 4);
  const reached = Array.from({ length: steps }, () => 0);
  return parts.map(({ name, color, values }) => (
    <g key={name} className={`fill-current ${color}`}>
      {values.map((value, step) => {
        if (value === null || value === 0) return null;
        const height = (value / greatest) * (HEIGHT - 1);
        const below = reached[step] ?? 0;
        reached[step] = below + height;
        return (
          <rect
            key={step}
            x={step * width + gap / 2}
            y={HEIGHT - below - height}
            width={width - gap}
            height={height}
          />
        );
      })}
    </g>
  ));
}

function drawLines(parts: readonly ChartPart[], steps: number, greatest: number) {
  const width = WIDTH / steps;
  return parts.map(({ name, color, values }) => (
    <path
      key={name}
      d={buildLinePath(values, width, greatest)}
      fill="none"
      strokeWidth="1.75"
      strokeLinejoin="round"
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
      className={`stroke-current ${color}`}
    />
  ));
}

/** Builds the path of a line with gaps. A value without neighbors is drawn as a short line. */
function buildLinePath(
  values: readonly (number | null)[],
  width: number,
  greatest: number,
): string {
  return values
    .map((value, step) => {
      if (value === null) return '';
      const x = (step + 0.5) * width;
      const y = HEIGHT - (value / greatest) * (HEIGHT - 2) - 1;
      const isFirst = (values[step - 1] ?? null) === null;
      return isFirst ? `M${x - width / 4} ${y}L${x} ${y}` : `L${x} ${y}`;
    })
    .join('');
}

/** Lists the times below a chart: of the first, the middle and the last step. */
function listAxisLabelTimes(times: readonly number[]): readonly number[] {
  const marks = [times[0], times[Math.floor(times.length / 2)], times.at(-1)];
  return [...new Set(marks.filter((at) => at !== undefined))];
}
