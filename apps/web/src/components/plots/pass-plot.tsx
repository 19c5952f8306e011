import type { EvalEstimate, EvalPassPoint } from '@timestep-ai/timestep/view';
import { Table } from '../values/table.tsx';
import { formatPercent } from '../values/formats.ts';
import { FRAME, Plot } from './plot.tsx';
import {
  roundCoordinate,
  createScaleFromOne,
  createLinearScale,
  type Scale,
} from './plot-scale.ts';

/** Maximum number of plotted values of k in pass^k; with more trials, some are omitted. */
const MAX_ROWS = 10;

export function PassPlot({ points }: { points: readonly EvalPassPoint[] }) {
  const step = Math.ceil(points.length / MAX_ROWS);
  const rows = points.filter((_, at) => at % step === 0 || at === points.length - 1);
  const x = createScaleFromOne(points.length, [FRAME.left + 16, FRAME.right - 16]);
  const y = createLinearScale([0, 1], [FRAME.bottom, FRAME.top], 5);
  const isKnown = points.some(({ any }) => any !== null);
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Plot
        label={`pass@k and pass^k for k from 1 to ${points.length}; see the table for the numbers`}
        x={{ scale: x, label: 'k (trials)', text: String }}
        y={{ scale: y, label: 'tasks (%)', text: (share) => String(Math.round(share * 100)) }}
      >
        <Curve points={points} of="any" look="text-accent" x={x} y={y} />
        <Curve points={points} of="all" look="text-warn" x={x} y={y} />
      </Plot>
      <div>
        <Table
          label="pass@k and pass^k"
          heads={[
            'k',
            <Legend mark="●" look="text-accent" text="pass@k: at least one" />,
            <Legend mark="■" look="text-warn" text="pass^k: all" />,
          ]}
          rows={rows.map(({ k, any, all }) => [k, formatEstimate(any), formatEstimate(all)])}
          hasRowHeads
        />
        <p className="mt-1 text-sm text-muted">
          {isKnown
            ? 'Brackets and bands: 95 % confidence intervals.'
            : 'Unknown: every task needs at least one trial without an error.'}
        </p>
      </div>
    </div>
  );
}

function Legend({ mark, look, text }: Readonly<Record<'mark' | 'look' | 'text', string>>) {
  return (
    <>
      <span aria-hidden="true" className={look}>
        {mark}{' '}
      </span>
      {text}
    </>
  );
}

function formatEstimate(estimate: EvalEstimate | null): string {
  if (!estimate) return 'unknown';
  const { mean, interval } = estimate;
  const within = interval
    ? ` (${(interval.low * 100).toFixed(1)} to ${(interval.high * 100).toFixed(1)})`
    : '';
  return `${formatPercent(mean)}${within}`;
}

interface CurveProps {
  readonly points: readonly EvalPassPoint[];
  readonly of: 'any' | 'all';
  readonly look: string;
  readonly x: Scale;
  readonly y: Scale;
}

function Curve({ points, of, look, x, y }: CurveProps) {
  const known = points.flatMap((point) => {
    const estimate = point[of];
    return estimate ? [{ k: point.k, ...estimate }] : [];
  });
  const formatPoint = (k: number, share: number): string =>
    `${roundCoordinate(x.at(k))} ${roundCoordinate(y.at(share))}`;
  const banded = known.flatMap(({ k, interval }) => (interval ? [{ k, ...interval }] : []));
  const around = [
    ...banded.map(({ k, high }) => formatPoint(k, high)),
    ...banded.map(({ k, low }) => formatPoint(k, low)).toReversed(),
  ];
  return (
    <g className={look} stroke="currentColor" fill="currentColor">
      {banded.length > 1 && <path d={`M${around.join('L')}Z`} stroke="none" fillOpacity="0.12" />}
      {banded.map(({ k, low, high }) => (
        <path
          key={k}
          d={`M${formatPoint(k, low)}V${roundCoordinate(y.at(high))}`}
          strokeOpacity="0.5"
        />
      ))}
      {known.length > 1 && (
        <path
          d={`M${known.map(({ k, mean }) => formatPoint(k, mean)).join('L')}`}
          fill="none"
          strokeWidth="1.5"
        />
      )}
      {known.map(({ k, mean }) => {
        const [cx, cy] = [roundCoordinate(x.at(k)), roundCoordinate(y.at(mean))];
        return of === 'any' ? (
          <circle key={k} cx={cx} cy={cy} r="3.5" />
        ) : (
          <rect key={k} x={cx - 3} y={cy - 3} width="6" height="6" />
        );
      })}
    </g>
  );
}
