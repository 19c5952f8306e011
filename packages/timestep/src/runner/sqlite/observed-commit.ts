import type { HookSlot } from '../../port/index.ts';
import type { ObserveCommit } from './commit-queue.ts';

/** Passes commits on to the hook for them, where there is one, and to an observer. */
export function observedCommit(hooks: HookSlot, observe?: ObserveCommit): ObserveCommit {
  let begunAt = 0;
  return (phase, writes, waitedMs) => {
    observe?.(phase, writes, waitedMs);
    const take = hooks.now().commit;
    if (!take) return;
    const now = performance.now();
    if (phase === 'before') begunAt = now;
    else take({ tookMs: now - begunAt, waitedMs });
  };
}
