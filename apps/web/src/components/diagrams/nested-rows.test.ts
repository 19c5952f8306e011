import type { TimelineRow } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { flattenRows, type ExpandedRows } from './nested-rows.ts';

function row(id: string, awaited?: string): TimelineRow {
  const kind = awaited === undefined ? 'model' : 'task';
  const times = { from: 0, to: 1, generation: 1, state: 'done' } as const;
  return { id, kind, label: id, ...times, ...(awaited !== undefined && { awaited }) };
}

const ROWS = [row('a'), row('b', 'child'), row('c')];

function shown(opened: readonly (readonly [string, ExpandedRows])[]): unknown[] {
  return flattenRows(ROWS, new Map(opened), ['parent']).map(({ key, depth, isOpen }) => [
    key,
    depth,
    isOpen,
  ]);
}

it('shows the rows of an opened task below the one that waits for it', () => {
  expect(shown([])).toEqual([
    ['parent/a', 0, undefined],
    ['parent/b', 0, false],
    ['parent/c', 0, undefined],
  ]);
  expect(shown([['child', { rows: [row('a'), row('d', 'grandchild')] }]])).toEqual([
    ['parent/a', 0, undefined],
    ['parent/b', 0, true],
    ['parent/child/a', 1, undefined],
    ['parent/child/d', 1, false],
    ['parent/c', 0, undefined],
  ]);
});

it('ends where tasks wait for each other, and says why rows are missing', () => {
  const opened: ExpandedRows = { rows: [row('d', 'parent')] };
  expect(shown([['child', opened]])[2]).toEqual(['parent/child/d', 1, undefined]);
  const away = flattenRows(ROWS, new Map([['child', { rows: [], missing: 'erased' }]]), ['parent']);
  expect(away[1]).toMatchObject({ isOpen: true, missing: 'erased' });
});
