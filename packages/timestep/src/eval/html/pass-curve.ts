import { axes, coordinate, linearScale, type Frame, type Scale } from './axis.ts';
import { escaped } from './escaped.ts';
import type { PassPoint } from './pass-points.ts';

const FRAME: Frame = { left: 64, right: 448, top: 14, bottom: 216 };

/** pass@k and pass^k by k, with a band where the interval is known. */
export function passCurve(points: readonly PassPoint[]): string {
  const most = points.length;
  const across = scaleOfK(most);
  const y = linearScale([0, 1], [FRAME.bottom, FRAME.top], 5);
  const series = (['at', 'all'] as const).map((kind) => {
    const known = points.flatMap(({ k, [kind]: estimate }) => (estimate ? [{ k, estimate }] : []));
    const place = (k: number, share: number): string =>
      `${coordinate(across.at(k))} ${coordinate(y.at(share))}`;
    const banded = known.filter(({ estimate }) => estimate.interval);
    const upper = banded.map(({ k, estimate }) => place(k, estimate.interval?.high ?? 0));
    const lower = banded.map(({ k, estimate }) => place(k, estimate.interval?.low ?? 0));
    const band =
      banded.length > 1
        ? `<path class="band" d="M${[...upper, ...lower.toReversed()].join('L')}Z"/>`
        : '';
    const bars = banded.map(({ k, estimate: { interval } }) => {
      const [low, high] = [y.at(interval?.low ?? 0), y.at(interval?.high ?? 0)].map(coordinate);
      return `<path class="bar" d="M${coordinate(across.at(k))} ${low}V${high}"/>`;
    });
    const line = known.map(({ k, estimate }) => place(k, estimate.mean)).join('L');
    const marks = known.map(({ k, estimate }) => {
      const [cx, cy] = [across.at(k), y.at(estimate.mean)];
      return kind === 'at'
        ? `<circle cx="${coordinate(cx)}" cy="${coordinate(cy)}" r="3.5"/>`
        : `<rect x="${coordinate(cx - 3)}" y="${coordinate(cy - 3)}" width="6" height="6"/>`;
    });
    const drawn = line === '' ? '' : `<path class="line" d="M${line}"/>`;
    return `<g class="${kind}">${band}${bars.join('')}${drawn}${marks.join('')}</g>`;
  });
  const labels = axes(
    FRAME,
    { scale: across, label: 'k (trials)', text: String },
    { scale: y, label: 'tasks (%)', text: (share) => String(Math.round(share * 100)) },
  );
  const label = escaped(`pass@k and pass^k for k from 1 to ${most}; the table has the numbers`);
  return `<svg class="curve" viewBox="0 0 460 256" role="img" aria-label="${label}">${labels}${series.join('')}</svg>`;
}

/** A scale from 1 to the last k, with about ten labels at most. */
function scaleOfK(most: number): Scale {
  const [from, to] = [FRAME.left + 16, FRAME.right - 16];
  const step = Math.ceil(most / 10);
  const ticks = Array.from({ length: Math.ceil(most / step) }, (_, at) => 1 + at * step);
  const at = (k: number): number =>
    most === 1 ? (from + to) / 2 : from + ((k - 1) / (most - 1)) * (to - from);
  return { at, ticks, kind: 'linear' };
}
