import { describe, expect, it } from 'vitest';
import { BOX, layOutGraph, type GraphLayout } from './graph-layout.ts';

function columnOf({ boxes }: GraphLayout, id: string): number {
  const xs = [...new Set(boxes.map(({ x }) => x))].toSorted((one, other) => one - other);
  return xs.indexOf(boxes.find((box) => box.id === id)?.x ?? -1);
}

function arrows(text: string): { readonly from: string; readonly to: string }[] {
  return text.split(' ').map((pair) => {
    const [from = '', to = ''] = pair.split('>');
    return { from, to };
  });
}

const MANY_CALLS = Array.from({ length: 40 }, (_, at) => `a>a${at}`).join(' ');

/** Boxes that cover each other or stand outside. */
function misplaced({ boxes, width, height }: GraphLayout): string[] {
  const isOver = (one: (typeof boxes)[number], other: (typeof boxes)[number]): boolean =>
    Math.abs(one.x - other.x) < BOX.width && Math.abs(one.y - other.y) < BOX.height;
  return boxes
    .filter(
      (box, at) =>
        boxes.some((other, index) => index < at && isOver(box, other)) ||
        box.x < 0 ||
        box.y < 0 ||
        box.x + BOX.width > width ||
        box.y + BOX.height > height,
    )
    .map(({ id }) => id);
}

/** Points on an arrow, a few pixels from each other. */
function tracePath(path: string): { readonly x: number; readonly y: number }[] {
  const points: { x: number; y: number }[] = [];
  let [x, y] = [0, 0];
  for (const [, command, rest = ''] of path.matchAll(/([MCH])([^MCH]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = rest.match(/-?[\d.]+/g)?.map(Number) ?? [];
    const [startX, startY] = [x, y];
    const at = (t: number, p: number, q: number, r: number, s: number): number =>
      (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t ** 2 * r + t ** 3 * s;
    for (let t = 0; t <= 1; t += 0.02) {
      if (command === 'C') points.push({ x: at(t, startX, a, c, e), y: at(t, startY, b, d, f) });
      if (command === 'H') points.push({ x: startX + t * (a - startX), y });
    }
    if (command === 'C') [x, y] = [e, f];
    if (command === 'M') [x, y] = [a, b];
    if (command === 'H') x = a;
  }
  return points;
}

/** Arrows that pass behind a box, or outside of the drawing. */
function hiddenArrows({ arrows: drawn, boxes, width, height }: GraphLayout): string[] {
  return drawn
    .filter(({ path }) =>
      tracePath(path).some(
        ({ x, y }) =>
          x < 0 ||
          y < 0 ||
          x > width ||
          y > height ||
          boxes.some(
            (box) =>
              x > box.x + 1 &&
              x < box.x + BOX.width - 1 &&
              y > box.y + 1 &&
              y < box.y + BOX.height - 1,
          ),
      ),
    )
    .map(({ from, to }) => `${from}>${to}`);
}

describe('a layout', () => {
  it.each([
    ['over a column', 'a>b b>c a>c'],
    ['over columns, from several boxes', 'a>b b>c c>d a>d a>c e>b e>d b>d'],
    ['in cycles', 'a>b b>c c>a c>b d>d b>d d>a'],
    ['within a column', 'a>b b>a a>c c>a c>b b>d d>c e>a a>e'],
    ['over a layer of several columns', `${MANY_CALLS} a30>z a>z z>a`],
  ])('draws no arrow behind a box: %s', (_, pairs) => {
    const given = arrows(pairs);
    const ids = [...new Set(given.flatMap(({ from, to }) => [from, to]))];
    const layout = layOutGraph(ids, given);
    expect(layout.arrows).toHaveLength(given.length);
    expect(hiddenArrows(layout)).toEqual([]);
    expect(misplaced(layout)).toEqual([]);
  });

  it('has callers before those that they call', () => {
    const layout = layOutGraph(['c', 'a', 'b'], arrows('a>b b>c a>c'));
    expect(['a', 'b', 'c'].map((id) => columnOf(layout, id))).toEqual([0, 1, 2]);
    expect(layout.arrows).toHaveLength(3);
    expect(misplaced(layout)).toEqual([]);
  });

  it('comes to an end for cycles, and for an agent that calls itself', () => {
    const layout = layOutGraph(['a', 'b', 'c', 'd'], arrows('a>b b>c c>a d>d'));
    expect(['a', 'b', 'c', 'd'].map((id) => columnOf(layout, id))).toEqual([0, 1, 2, 0]);
    expect(layout.arrows).toHaveLength(4);
    expect(misplaced(layout)).toEqual([]);
  });

  it('is empty without boxes, and leaves arrows out that lead nowhere', () => {
    expect(layOutGraph([], []).boxes).toEqual([]);
    expect(layOutGraph(['a'], arrows('a>gone')).arrows).toEqual([]);
  });

  it.each([
    ['one that calls all', (n: number) => `a0>a${n}`],
    ['a chain', (n: number) => `a${n - 1}>a${n}`],
    ['a tree', (n: number) => `a${Math.floor((n - 1) / 3)}>a${n}`],
    ['a ring', (n: number) => `a${n}>a${(n + 1) % 100}`],
  ])('keeps 100 boxes apart and as large as few: %s', (_, pair) => {
    const ids = Array.from({ length: 100 }, (_unused, at) => `a${at}`);
    const given = arrows(
      ids
        .slice(1)
        .map((_id, at) => pair(at + 1))
        .join(' '),
    );
    const layout = layOutGraph(ids, given);
    expect(misplaced(layout)).toEqual([]);
    expect(hiddenArrows(layout)).toEqual([]);
    expect(layout.boxes).toHaveLength(100);
    expect(layout.arrows).toHaveLength(99);
    expect(layout.height).toBeLessThan(850);
    expect(layOutGraph(ids, given)).toEqual(layout);
  });

  it('brings boxes near to those that they are joined to', () => {
    const layout = layOutGraph(['a', 'b', 'x', 'y'], arrows('a>y b>x'));
    const y = (id: string): number => layout.boxes.find((box) => box.id === id)?.y ?? 0;
    expect(y('a') - y('b')).toBe(y('y') - y('x'));
  });
});
