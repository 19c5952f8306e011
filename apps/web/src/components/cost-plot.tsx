import { useMemo } from 'react';
import type { EvalTaskLine } from '@timestep-ai/timestep/view';
import { boundsOf, costDots, type CostDot } from './cost-dots.ts';
import { dollarsText } from './eval-text.ts';
import { PlotAxes, type Frame } from './plot-axes.tsx';
import { coordinate, linearScale, logScale } from './plot-scale.ts';

const FRAME: Frame = { left: 64, right: 448, top: 14, bottom: 216 };

/** Beyond this ratio of the dearest to the cheapest, costs are drawn by powers of ten. */
const WIDE = 30;
const MOST_NAMED = 50;

/** Score against cost, a dot a task; tasks without a place are named below. */
export function CostPlot({ tasks }: { readonly tasks: readonly EvalTaskLine[] }) {
  const { dots, unknownCost, unknownScore } = useMemo(() => costDots(tasks), [tasks]);
  return (
    <div className="min-w-0 text-sm">
      <p className="text-muted">
        <span className="text-good">● all trials passed</span>{' '}
        <span className="text-warn">◆ some</span> <span className="text-bad">✕ none</span>
      </p>
      {dots.length > 0 ? (
        <Plot dots={dots} />
      ) : (
        <p className="text-muted">Nothing to draw: no task has both a score and a known cost.</p>
      )}
      <Named what="of unknown cost" ids={unknownCost} />
      <Named what="without a score" ids={unknownScore} />
    </div>
  );
}

function Plot({ dots }: { readonly dots: readonly CostDot[] }) {
  const [low, high] = boundsOf(dots.map(({ cost }) => cost));
  const places = [FRAME.left + 8, FRAME.right - 8] as const;
  const isWide = low > 0 && high / low > WIDE;
  const x = isWide ? logScale([low, high], places) : linearScale([0, high], places, 5);
  const y = linearScale([0, 1], [FRAME.bottom - 6, FRAME.top], 5);
  return (
    <svg
      viewBox="0 0 460 256"
      role="img"
      aria-label={`mean score against cost of ${dots.length} tasks; the list of tasks has the numbers`}
      className="w-115 max-w-full"
    >
      <PlotAxes
        frame={FRAME}
        x={{
          scale: x,
          label: `cost of a trial (US dollars${isWide ? ', by powers of ten' : ''})`,
          text: (dollars) => `$${Number(dollars.toPrecision(3))}`,
        }}
        y={{ scale: y, label: 'mean score (0 to 1)', text: (score) => score.toFixed(1) }}
      />
      {dots.map((dot) => (
        <g key={dot.id} className={LOOKS[dot.standing]}>
          <title>{`${dot.id}: score ${dot.score.toFixed(2)}, ${dollarsText(dot.cost)} a trial`}</title>
          <Mark dot={dot} x={coordinate(x.at(dot.cost))} y={coordinate(y.at(dot.score))} />
        </g>
      ))}
    </svg>
  );
}

const LOOKS: Readonly<Record<CostDot['standing'], string>> = {
  all: 'fill-good',
  some: 'fill-warn',
  none: 'stroke-bad',
};

/** Dots differ by shape as well as by colour. */
function Mark({
  dot: { standing },
  x,
  y,
}: {
  readonly dot: CostDot;
  readonly x: number;
  readonly y: number;
}) {
  switch (standing) {
    case 'all':
      return <circle cx={x} cy={y} r="3.6" />;
    case 'some':
      return <path d={`M${x} ${coordinate(y - 5)}l5 5-5 5-5-5z`} />;
    case 'none':
      return (
        <path d={`M${coordinate(x - 4)} ${coordinate(y - 4)}l8 8m0-8l-8 8`} strokeWidth="1.5" />
      );
  }
}

function Named({ what, ids }: { readonly what: string; readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  const rest = ids.length - MOST_NAMED;
  return (
    <details>
      <summary>
        {ids.length} {ids.length === 1 ? 'task' : 'tasks'} {what}
      </summary>
      <ul className="flex flex-wrap gap-x-3">
        {ids.slice(0, MOST_NAMED).map((id) => (
          <li key={id}>
            <bdi className="font-mono">{id}</bdi>
          </li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
    </details>
  );
}
