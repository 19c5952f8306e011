import type { EvalEstimate, EvalPassPoint } from 'timestep/view';
import { percentText } from './eval-text.ts';

const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 36;
const BOTTOM = 24;
const TOP = 8;

/** Rows of the table at most; with more trials, some k are left out. */
const MOST_ROWS = 10;

/** pass@k and pass^k with their intervals: drawn, and as a table. */
export function PassPlot({ points }: { readonly points: readonly EvalPassPoint[] }) {
  const step = Math.ceil(points.length / MOST_ROWS);
  const rows = points.filter((_, at) => at % step === 0 || at === points.length - 1);
  return (
    <div className="flex flex-wrap items-start gap-4">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="w-80 max-w-full">
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <path d={`M${LEFT} ${down(share)}H${WIDTH}`} className="stroke-line" />
            <text x={LEFT - 6} y={down(share) + 4} textAnchor="end" className="fill-muted text-xs">
              {share * 100}
            </text>
          </g>
        ))}
        <text x={WIDTH} y={HEIGHT - 4} textAnchor="end" className="fill-muted text-xs">
          k = 1 to {points.length}
        </text>
        <Curve points={points} of="any" look="text-accent" />
        <Curve points={points} of="all" look="text-warn" />
      </svg>
      <table className="text-left text-sm tabular-nums">
        <caption className="sr-only">pass@k and pass^k</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="pe-3">
              k
            </th>
            <th scope="col" className="pe-3">
              <span aria-hidden="true" className="text-accent">
                ●{' '}
              </span>
              pass@k: at least one
            </th>
            <th scope="col">
              <span aria-hidden="true" className="text-warn">
                ■{' '}
              </span>
              pass^k: all
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ k, any, all }) => (
            <tr key={k} className="border-t border-line">
              <th scope="row">{k}</th>
              <td className="pe-3">{shareText(any)}</td>
              <td>{shareText(all)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shareText(estimate: EvalEstimate | null): string {
  if (!estimate) return 'unknown';
  const { mean, interval } = estimate;
  const within = interval
    ? ` (${(interval.low * 100).toFixed(1)} to ${(interval.high * 100).toFixed(1)})`
    : '';
  return `${percentText(mean)}${within}`;
}

function down(share: number): number {
  return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
}

function Curve({
  points,
  of,
  look,
}: {
  readonly points: readonly EvalPassPoint[];
  readonly of: 'any' | 'all';
  readonly look: string;
}) {
  const room = WIDTH - LEFT - 16;
  const at = (k: number): number =>
    LEFT + 8 + (points.length < 2 ? room / 2 : ((k - 1) / (points.length - 1)) * room);
  const known = points.flatMap((point) => {
    const estimate = point[of];
    return estimate ? [{ k: point.k, ...estimate }] : [];
  });
  const line = known.map(({ k, mean }) => `${at(k)},${down(mean)}`).join(' ');
  return (
    <g className={look} stroke="currentColor" fill="currentColor">
      <polyline points={line} fill="none" strokeWidth="1.5" />
      {known.map(({ k, mean, interval }) => (
        <g key={k}>
          {interval && (
            <path
              d={`M${at(k)} ${down(interval.low)}V${down(interval.high)}`}
              strokeOpacity="0.5"
            />
          )}
          {of === 'any' ? (
            <circle cx={at(k)} cy={down(mean)} r="3" />
          ) : (
            <rect x={at(k) - 3} y={down(mean) - 3} width="6" height="6" />
          )}
        </g>
      ))}
    </g>
  );
}
