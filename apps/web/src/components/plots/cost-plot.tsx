import { useMemo } from 'react';
import { counted, type EvalTaskSummary } from '@timestep-ai/timestep/view';
import { findMinAndMax, computeCostPlotData, type CostDot } from './cost-dots.ts';
import { formatDollars } from '../values/formats.ts';
import { FRAME, Plot } from './plot.tsx';
import { roundCoordinate, createLinearScale, createLogScale } from './plot-scale.ts';
import { Fold } from '../controls/fold.tsx';

const MAX_LINEAR_RATIO = 30;
const MAX_LISTED = 50;

export function CostPlot({ tasks }: { tasks: readonly EvalTaskSummary[] }) {
  const { dots, unknownCost, unknownScore } = useMemo(() => computeCostPlotData(tasks), [tasks]);
  return (
    <div className="min-w-0 text-sm">
      <p className="text-muted">
        <span className="text-good">● all trials passed</span>{' '}
        <span className="text-warn">◆ some</span> <span className="text-bad">✕ none</span>
      </p>
      {dots.length > 0 ? (
        <CostScatterPlot dots={dots} />
      ) : (
        <p className="text-muted">No plot: no task has both a score and a known cost.</p>
      )}
      <UndrawnTasks reason="with unknown cost" ids={unknownCost} />
      <UndrawnTasks reason="without a score" ids={unknownScore} />
    </div>
  );
}

function CostScatterPlot({ dots }: { dots: readonly CostDot[] }) {
  const [low, high] = findMinAndMax(dots.map(({ cost }) => cost));
  const range = [FRAME.left + 8, FRAME.right - 8] as const;
  const isWide = low > 0 && high / low > MAX_LINEAR_RATIO;
  const x = isWide ? createLogScale([low, high], range) : createLinearScale([0, high], range, 5);
  const y = createLinearScale([0, 1], [FRAME.bottom - 6, FRAME.top], 5);
  return (
    <Plot
      label={`mean score by cost of ${dots.length} tasks; see the task list for the numbers`}
      x={{
        scale: x,
        label: `cost per trial (US dollars${isWide ? ', logarithmic' : ''})`,
        text: (dollars) => `$${Number(dollars.toPrecision(3))}`,
      }}
      y={{ scale: y, label: 'mean score (0 to 1)', text: (score) => score.toFixed(1) }}
    >
      {dots.map((dot) => (
        <g key={dot.id} className={LOOKS[dot.standing]}>
          <title>{`${dot.id}: score ${dot.score.toFixed(2)}, ${formatDollars(dot.cost)} per trial`}</title>
          <Dot dot={dot} x={roundCoordinate(x.at(dot.cost))} y={roundCoordinate(y.at(dot.score))} />
        </g>
      ))}
    </Plot>
  );
}

const LOOKS: Readonly<Record<CostDot['standing'], string>> = {
  all: 'fill-good',
  some: 'fill-warn',
  none: 'stroke-bad',
};

/** A dot whose shape repeats its color, for readers who cannot distinguish colors. */
function Dot({ dot: { standing }, x, y }: { dot: CostDot; x: number; y: number }) {
  switch (standing) {
    case 'all':
      return <circle cx={x} cy={y} r="3.6" />;
    case 'some':
      return <path d={`M${x} ${roundCoordinate(y - 5)}l5 5-5 5-5-5z`} />;
    case 'none':
      return (
        <path
          d={`M${roundCoordinate(x - 4)} ${roundCoordinate(y - 4)}l8 8m0-8l-8 8`}
          strokeWidth="1.5"
        />
      );
  }
}

function UndrawnTasks({ reason, ids }: { reason: string; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  const rest = ids.length - MAX_LISTED;
  return (
    <Fold title={`${counted(ids.length, 'task')} ${reason}`}>
      <ul className="flex flex-wrap gap-x-3">
        {ids.slice(0, MAX_LISTED).map((id) => (
          <li key={id}>
            <bdi className="font-mono">{id}</bdi>
          </li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
    </Fold>
  );
}
