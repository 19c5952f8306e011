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

describe('a layout', () => {
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
    expect(layout.boxes).toHaveLength(100);
    expect(layout.arrows).toHaveLength(99);
    expect(layout.height).toBeLessThan(800);
    expect(layOutGraph(ids, given)).toEqual(layout);
  });

  it('brings boxes near to those that they are joined to', () => {
    const layout = layOutGraph(['a', 'b', 'x', 'y'], arrows('a>y b>x'));
    const y = (id: string): number => layout.boxes.find((box) => box.id === id)?.y ?? 0;
    expect(y('a') - y('b')).toBe(y('y') - y('x'));
  });
});
