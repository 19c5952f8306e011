import { withoutTrailing } from '../../core/index.ts';
import { axes, coordinate, linearScale, logScale, type Frame } from './axis.ts';
import { costText } from './figures.ts';

/** A task that a dot can be drawn for. */
export interface ScatterDot {
  /** Its place among the tasks of the page, by which the page knows its name. */
  readonly task: number;
  /** US dollars of a trial, on average. */
  readonly cost: number;
  /** Mean score, from 0 to 1. */
  readonly score: number;
  readonly standing: 'all' | 'some' | 'none';
}

const FRAME: Frame = { left: 64, right: 448, top: 14, bottom: 216 };

/** Beyond this ratio of the dearest to the cheapest, costs are drawn by powers of ten. */
const WIDE = 30;

/** Score against cost, a dot a task. */
export function costScatter(dots: readonly ScatterDot[]): string {
  const costs = dots.map(({ cost }) => cost);
  const [low, high] = [Math.min(...bounds(costs)), Math.max(...bounds(costs))];
  const places = [FRAME.left + 8, FRAME.right - 8] as const;
  const isWide = low > 0 && high / low > WIDE;
  const x = isWide ? logScale([low, high], places) : linearScale([0, high], places, 5);
  const y = linearScale([0, 1], [FRAME.bottom - 6, FRAME.top], 5);
  const drawn = dots.map(({ task, cost, score, standing }) =>
    mark(standing, x.at(cost), y.at(score), task),
  );
  const labels = axes(
    FRAME,
    {
      scale: x,
      label: `cost of a trial (US dollars${isWide ? ', by powers of ten' : ''})`,
      text: tickText,
    },
    { scale: y, label: 'mean score (0 to 1)', text: (score) => score.toFixed(1) },
  );
  const label = `mean score against cost of ${dots.length} tasks; the table of tasks has the numbers`;
  return `<svg class="scatter" viewBox="0 0 460 256" role="img" aria-label="${label}">${labels}${drawn.join('')}</svg>`;
}

/** The least and the greatest; a call cannot take as many arguments as there may be costs. */
function bounds(costs: readonly number[]): [number, number] {
  let [low, high] = [costs[0] ?? 0, costs[0] ?? 0];
  for (const cost of costs) {
    low = Math.min(low, cost);
    high = Math.max(high, cost);
  }
  return [low, high];
}

/** Dots differ by shape as well as by colour. */
function mark(standing: ScatterDot['standing'], cx: number, cy: number, task: number): string {
  const [x, y] = [coordinate(cx), coordinate(cy)];
  const rest = `class="dot ${standing}" data-task="${task}"`;
  switch (standing) {
    case 'all':
      return `<circle ${rest} cx="${x}" cy="${y}" r="3.6"/>`;
    case 'some':
      return `<path ${rest} d="M${x} ${coordinate(cy - 5)}l5 5-5 5-5-5z"/>`;
    case 'none':
      return `<path ${rest} d="M${coordinate(cx - 4)} ${coordinate(cy - 4)}l8 8m0-8l-8 8"/>`;
  }
}

function tickText(dollars: number): string {
  if (dollars === 0) return '0';
  const text = costText(dollars);
  const isDecimal = text.includes('.') && !text.includes('e');
  return isDecimal ? withoutTrailing(withoutTrailing(text, '0'), '.') : text;
}
