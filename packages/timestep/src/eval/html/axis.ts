/** Maps values to places on a line of a drawing. */
export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
  readonly kind: 'linear' | 'log';
}

/** Room for a drawing within its margins, in the units of its viewBox. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Even steps of 1, 2 or 5 times a power of ten that reach from below the lowest to above the highest. */
export function linearScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
  most = 6,
): Scale {
  const span = high > low ? high - low : Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => span / one <= most);
  const wide = step ?? span;
  const first = Math.floor(low / wide + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / wide - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * wide);
  const [least, greatest] = [first * wide, last * wide];
  const at = (value: number): number => from + ((value - least) / (greatest - least)) * (to - from);
  return { at, ticks, kind: 'linear' };
}

/** Powers of ten, for values above 0 that differ too much for even steps. */
export function logScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): Scale {
  const first = Math.floor(Math.log10(low));
  const last = Math.max(first + 1, Math.ceil(Math.log10(high)));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
  const at = (value: number): number =>
    from + ((Math.log10(value) - first) / (last - first)) * (to - from);
  return { at, ticks, kind: 'log' };
}

/** A coordinate with no more digits than can be seen. */
export function coordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The axes of a drawing with their ticks; a label names the quantity and its unit. */
export function axes(
  frame: Frame,
  x: { readonly scale: Scale; readonly label: string; readonly text: (value: number) => string },
  y: { readonly scale: Scale; readonly label: string; readonly text: (value: number) => string },
): string {
  const { left, right, top, bottom } = frame;
  const middle = (left + right) / 2;
  const down = x.scale.ticks.map((tick) => {
    const place = coordinate(x.scale.at(tick));
    return `<path class="tick" d="M${place} ${bottom}v4"/><text x="${place}" y="${bottom + 16}" text-anchor="middle">${x.text(tick)}</text>`;
  });
  const across = y.scale.ticks.map((tick) => {
    const place = coordinate(y.scale.at(tick));
    return `<path class="rule" d="M${left} ${place}H${right}"/><text x="${left - 8}" y="${place}" dy=".32em" text-anchor="end">${y.text(tick)}</text>`;
  });
  return [
    ...across,
    ...down,
    `<path class="axis" d="M${left} ${top}V${bottom}H${right}"/>`,
    `<text class="label" x="${middle}" y="${bottom + 34}" text-anchor="middle">${x.label}</text>`,
    `<text class="label" transform="translate(12 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">${y.label}</text>`,
  ].join('');
}
