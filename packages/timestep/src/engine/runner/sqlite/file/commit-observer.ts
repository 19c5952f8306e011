import type { HookSlot } from '#engine/port';
import type { ObserveCommit } from './commit-queue.ts';

export function createCommitObserver(hooks: HookSlot, observe?: ObserveCommit): ObserveCommit {
  let begunAt = 0;
  return (phase, writes, waitedMs) => {
    observe?.(phase, writes, waitedMs);
    const take = hooks.current().commit;
    if (!take) return;
    const now = performance.now();
    if (phase === 'before') begunAt = now;
    else take({ tookMs: now - begunAt, waitedMs });
  };
}
