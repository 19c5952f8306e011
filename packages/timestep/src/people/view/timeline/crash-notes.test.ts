import { expect, it } from 'vitest';
import { addCrashNotes } from './crash-notes.ts';
import type { TimelineRow } from './timeline-row.ts';

function row(
  kind: TimelineRow['kind'],
  generation: number,
  more: Partial<TimelineRow> = {},
): TimelineRow {
  const id = `${kind}/${generation}/`;
  return { id, kind, label: kind, from: generation, generation, state: 'done', ...more };
}

const CRASH = row('crash', 5, { from: 4, to: 5, state: 'lost' });
const lost = (kind: 'model' | 'tool', generation: number, more: Partial<TimelineRow> = {}) =>
  row(kind, generation, { to: 4, state: 'lost', attempt: 1, ...more });

function noteOf(...rows: readonly TimelineRow[]): string | undefined {
  return addCrashNotes(rows).find(({ kind }) => kind === 'crash')?.note;
}

it('says at a crash what was repeated, and what was not', () => {
  const [pay, book] = [
    { label: 'pay', callId: 'c1' },
    { label: 'book', callId: 'c2' },
  ];
  const again = row('tool', 7, { ...pay, attempt: 2, state: 'running' });
  expect(noteOf(lost('tool', 3, pay), lost('tool', 4, book), CRASH, again)).toBe(
    'pay repeated, book not repeated',
  );
  const other = row('tool', 7, { ...pay, callId: 'c9', attempt: 2 });
  expect(noteOf(lost('tool', 3, pay), CRASH, other)).toBe('pay not repeated');
});

it('calls a model call so, whatever its step', () => {
  const step = { label: 'step 2' };
  expect(noteOf(lost('model', 4, step), CRASH, row('model', 6, { ...step, attempt: 2 }))).toBe(
    'model call repeated',
  );
});

it('says nothing if nothing ran, and leaves work of other crashes alone', () => {
  const earlier = row('tool', 1, { to: 2, state: 'lost', label: 'pay' });
  expect(noteOf(earlier, CRASH)).toBeUndefined();
  const rows = [row('model', 1)];
  expect(addCrashNotes(rows)).toBe(rows);
});
