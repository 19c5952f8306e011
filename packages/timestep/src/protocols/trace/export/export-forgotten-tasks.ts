import { exportDueTasks, type ExportDeps } from './export-due-tasks.ts';

/** Allowed clock difference, in milliseconds, between processes that share a database. */
const CLOCK_SKEW_MS = 60_000;
/** Maximum age of an ended task that is still exported, in milliseconds. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** Number of tasks per page, after which other work gets a turn. */
const PAGE_SIZE = 200;

/**
 * Exports ended tasks that were not exported, because their process crashed or does not export, or
 * because the queue was full. The very first search only records its time.
 */
export async function exportForgottenTasks(deps: ExportDeps, now: number): Promise<void> {
  const { due, traces, signal } = deps;
  const until = await traces.getScanTime();
  if (until === undefined) return traces.saveScanTime(now);
  let after = { updatedAt: Math.max(until - CLOCK_SKEW_MS, now - MAX_AGE_MS), id: '' };
  let isAny = false;
  for (;;) {
    const { unclaimed, next } = await traces.listEnded(after, PAGE_SIZE);
    isAny ||= unclaimed.length > 0 || next !== undefined;
    const isAllDue = unclaimed.map((taskId) => due.add({ taskId, hasEnded: true })).every(Boolean);
    await exportDueTasks(deps);
    // The search is not recorded, so that the next one starts at the same point.
    if (!isAllDue || signal.aborted) return;
    if (!next) break;
    after = next;
  }
  // Nothing is written if no task ended, so that an idle process does not write.
  if (isAny) await traces.saveScanTime(now);
}
