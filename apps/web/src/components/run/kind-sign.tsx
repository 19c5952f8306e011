import type { TimelineRow } from '@timestep-ai/timestep/view';
import { getKindLook } from './kind-looks.ts';

interface KindSignProps {
  readonly row: Pick<TimelineRow, 'kind' | 'asksAgent'> & Partial<Pick<TimelineRow, 'state'>>;
}

/** Sign for the kind of a timeline row: a letter in a colored square. Failed rows have a cross. */
export function KindSign({ row }: KindSignProps) {
  const { fill, letter } = getKindLook(row);
  const isFailed = row.state === 'failed';
  if (row.kind === 'mark' || row.kind === 'ready') {
    return <span aria-hidden="true" className="mx-1.5 size-1 shrink-0 rounded-full bg-muted" />;
  }
  return (
    <span
      aria-hidden="true"
      className={`grid size-4 shrink-0 place-items-center rounded-sm text-3xs leading-none font-bold text-on-kind ${
        isFailed ? 'bg-bad' : fill
      }`}
    >
      {isFailed ? '✕' : letter}
    </span>
  );
}
