import type { TimelineState, RunRow } from '@timestep-ai/timestep/view';
import { formatDuration } from '../values/formats.ts';
import { getKindLook } from './kind-looks.ts';
import type { TimeScale } from './time-scale.ts';

/** CSS classes of row states, which override the color of the row's kind. */
const STATES: Readonly<Partial<Record<TimelineState, string>>> = {
  running: 'motion-safe:animate-pulse',
  failed: 'bg-bad!',
  lost: 'border border-dashed border-bad bg-bad/10!',
  stopped: 'opacity-50',
};

interface RowBarProps {
  readonly shown: RunRow;
  readonly scale: TimeScale;
  readonly now: number;
}

export function RowBar({ shown: { row, task }, scale, now }: RowBarProps) {
  const { kind, from, to = now, state } = row;
  const left = scale.toPlace(from);
  const right = scale.toPlace(Math.max(from, to));
  if (right < 0 || left > 1) return null;
  const [start, end] = [Math.max(0, left), Math.min(1, right)];
  const style = { left: `${start * 100}%`, width: `max(${(end - start) * 100}%, 3px)` };
  if (kind === 'mark') {
    return (
      <span
        className="absolute inset-y-0 my-auto size-1.5 rounded-full bg-muted"
        style={{ left: style.left }}
      />
    );
  }
  if (kind === 'crash') {
    return (
      <span
        className="hatched-bad absolute inset-y-1 border-x-2 max-sm:inset-y-0 border-bad"
        style={style}
      />
    );
  }
  if (kind === 'approval' || kind === 'question') return <WaitBar style={style} ms={to - from} />;
  const isWhole = task !== undefined;
  const look = `${getKindLook(row).fill} ${STATES[state] ?? ''}`;
  return (
    <span
      className={`absolute rounded-sm max-sm:inset-y-0.5 ${isWhole ? 'inset-y-2 opacity-55' : 'inset-y-1.5'} ${look}`}
      style={style}
    />
  );
}

interface WaitBarProps {
  readonly style: { readonly left: string; readonly width: string };
  readonly ms: number;
}

function WaitBar({ style, ms }: WaitBarProps) {
  return (
    <span
      className="absolute inset-y-1 grid place-items-center rounded-sm border border-dashed border-person bg-page text-2xs font-medium text-person max-sm:inset-y-0"
      style={style}
    >
      <span className="rounded-sm bg-page px-1 whitespace-nowrap max-sm:hidden">
        {formatDuration(ms)}
      </span>
    </span>
  );
}
