import type { TimelineRow } from './timeline-row.ts';

/** Adds to each row of a crash which work the crash interrupted, and whether it was repeated. */
export function addCrashNotes(rows: readonly TimelineRow[]): readonly TimelineRow[] {
  if (!rows.some(({ kind }) => kind === 'crash')) return rows;
  return rows.map((row) => {
    if (row.kind !== 'crash') return row;
    const lost = rows.filter(({ state, to }) => state === 'lost' && to === row.from);
    const notes = lost
      .filter(({ kind }) => kind === 'model' || kind === 'tool')
      .map((work) => describeLostRow(work, rows));
    return notes.length === 0 ? row : { ...row, note: notes.join(', ') };
  });
}

function describeLostRow(lost: TimelineRow, rows: readonly TimelineRow[]): string {
  const { kind, callId, label, generation, attempt = 1 } = lost;
  const next = rows.find(
    (row) =>
      row.generation > generation &&
      row.kind === kind &&
      row.callId === callId &&
      row.label === label &&
      row.attempt === attempt + 1,
  );
  const work = kind === 'model' ? 'model call' : label;
  return next ? `${work} repeated` : `${work} not repeated`;
}
