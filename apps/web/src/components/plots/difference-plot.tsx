import { formatPercentagePoints, formatDifferenceInterval } from '../values/formats.ts';
import { roundCoordinate, createLinearScale } from './plot-scale.ts';

const [LEFT, RIGHT] = [24, 436];

interface DifferencePlotProps {
  /** Difference between the pass rates of two runs, from -1 to 1. */
  readonly difference: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

export function DifferencePlot({ difference, interval }: DifferencePlotProps) {
  const { low, high } = interval ?? { low: difference, high: difference };
  const reach = Math.max(Math.abs(low), Math.abs(high), 0.05);
  const scale = createLinearScale([-reach, reach], [LEFT, RIGHT], 8);
  const [from, to, at, zero] = [low, high, difference, 0].map((share) =>
    roundCoordinate(scale.at(share)),
  );
  return (
    <svg
      viewBox="0 0 460 84"
      role="img"
      aria-label={`difference of pass rates ${formatPercentagePoints(difference)} points, ${formatDifferenceInterval(interval)}`}
      className="mt-2 w-115 max-w-full"
    >
      <g className="fill-muted text-xs">
        {scale.ticks.map((tick) => {
          const x = roundCoordinate(scale.at(tick));
          return (
            <g key={tick}>
              <path d={`M${x} 46v4`} className="stroke-muted" />
              <text x={x} y="62" textAnchor="middle">
                {formatPercentagePoints(tick).replace('.0', '')}
              </text>
            </g>
          );
        })}
        <path d={`M${LEFT} 46H${RIGHT}`} className="stroke-line" />
        <path d={`M${zero} 8V46`} className="stroke-muted" />
        <text x="230" y="80" textAnchor="middle">
          difference of pass rates (percentage points, after − before)
        </text>
      </g>
      {interval && (
        <path
          d={`M${from} 26H${to}M${from} 20v12M${to} 20v12`}
          className="stroke-accent"
          strokeWidth="2"
        />
      )}
      <circle cx={at} cy="26" r="5" className="fill-accent" />
    </svg>
  );
}
