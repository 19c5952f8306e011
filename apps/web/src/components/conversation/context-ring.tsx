import type { WindowFill } from '@timestep-ai/timestep/view';
import { formatCount } from '../values/formats.ts';
import { WindowParts } from './window-parts.tsx';

interface ContextRingProps {
  readonly fill: WindowFill;
  /** Size of the context window in tokens; undefined if it is unknown. */
  readonly window: number | undefined;
}

/** Share of the context window above which the ring warns that the conversation will soon be summarized. */
const NEARLY_FULL = 0.7;

/** A ring that is as full as the model's context window, and says what fills it. */
export function ContextRing({ fill, window }: ContextRingProps) {
  const share = window === undefined ? undefined : Math.min(1, fill.tokens / window);
  const tokens = fill.tokens.toLocaleString('en');
  const name =
    share === undefined || window === undefined
      ? `Context: about ${tokens} tokens`
      : `Context: ${formatShare(share)} of ${window.toLocaleString('en')} tokens`;
  return (
    <div className="group relative">
      <button
        type="button"
        className="flex h-8 items-center gap-1.5 rounded-full px-2 text-xs text-muted hover:bg-hover hover:text-text"
      >
        <Ring share={share ?? 0} />
        <span className="sr-only">{name}</span>
        <span aria-hidden="true" className="tabular-nums">
          {share === undefined ? formatCount(fill.tokens) : formatShare(share)}
        </span>
      </button>
      <div
        role="tooltip"
        className="absolute start-0 bottom-full z-10 mb-1 hidden w-64 rounded-lg border border-line bg-raised p-3 text-xs shadow-lg group-focus-within:block group-hover:block"
      >
        <p className="mb-2 text-sm font-semibold text-text">{name}</p>
        <WindowParts parts={fill.parts} />
        {window === undefined && (
          <p className="mt-2 text-muted">The size of the model’s context window is unknown.</p>
        )}
      </div>
    </div>
  );
}

const RADIUS = 6;
const LENGTH = 2 * Math.PI * RADIUS;

function Ring({ share }: { readonly share: number }) {
  const circle = { cx: 8, cy: 8, r: RADIUS, fill: 'none', strokeWidth: 2.5 } as const;
  return (
    <svg aria-hidden="true" width="16" height="16" className="-rotate-90">
      <circle {...circle} className="stroke-wait" />
      <circle
        {...circle}
        className={share >= NEARLY_FULL ? 'stroke-bad' : 'stroke-accent'}
        strokeDasharray={`${share * LENGTH} ${LENGTH}`}
      />
    </svg>
  );
}

function formatShare(share: number): string {
  const percent = share * 100;
  return percent > 0 && percent < 1 ? '<1 %' : `${Math.round(percent)} %`;
}
