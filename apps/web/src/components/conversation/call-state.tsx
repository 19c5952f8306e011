import type { CallItem } from '@timestep-ai/timestep/view';
import { PulsingDot } from './pulsing-dot.tsx';

/** The state of a call, if it says more than that the call is done. */
export function CallState({ state }: Pick<CallItem, 'state'>) {
  switch (state) {
    case 'done':
      return null;
    case 'running':
      return (
        <span className="flex shrink-0 items-center gap-1.5 text-xs text-accent">
          <PulsingDot /> running
        </span>
      );
    case 'failed':
    case 'stopped':
      return <span className="shrink-0 text-xs text-bad">{state}</span>;
    case 'waiting':
      return <span className="shrink-0 text-xs text-person">waiting</span>;
    case 'writing':
    case 'planned':
    case 'superseded':
      return <span className="shrink-0 text-xs text-muted">{state}</span>;
  }
}
