import type { Comparison } from '../report/compare.ts';
import { coordinate, linearScale } from './axis.ts';
import { escaped } from './escaped.ts';
import { betweenText, differenceText } from './figures.ts';

const [LEFT, RIGHT] = [24, 436];

/** The difference of the shares of passed trials with its interval, and a line at 0. */
export function differencePlot({ difference, interval, verdict }: Comparison): string {
  const { low, high } = interval ?? { low: difference, high: difference };
  const reach = Math.max(Math.abs(low), Math.abs(high), 0.05);
  const scale = linearScale([-reach, reach], [LEFT, RIGHT], 8);
  const ticks = scale.ticks.map((tick) => {
    const x = coordinate(scale.at(tick));
    return `<path class="tick" d="M${x} 46v4"/><text x="${x}" y="62" text-anchor="middle">${differenceText(tick).replace('.0', '')}</text>`;
  });
  const [from, to, at] = [low, high, difference].map((share) => coordinate(scale.at(share)));
  const zero = coordinate(scale.at(0));
  const label = escaped(
    `difference of passed trials ${differenceText(difference)} points, ${betweenText(interval)}`,
  );
  return [
    `<svg class="difference ${verdict}" viewBox="0 0 460 84" role="img" aria-label="${label}">`,
    ...ticks,
    `<path class="axis" d="M${LEFT} 46H${RIGHT}"/><path class="zero" d="M${zero} 8V46"/>`,
    `<path class="bar" d="M${from} 26H${to}M${from} 20v12M${to} 20v12"/>`,
    `<circle cx="${at}" cy="26" r="5"/>`,
    `<text class="label" x="230" y="80" text-anchor="middle">difference of passed trials (percentage points, after − before)</text>`,
    '</svg>',
  ].join('');
}
