import { exportDueTasks, type ExportDeps } from './export-due-tasks.ts';

/** Maximum clock difference, in milliseconds, between processes that share a database. */
const CLOCK_SKEW_MS = 60_000;
const MAX_AGE_MS = 24 * 60 * 60_000;
/** Number of tasks to read before other work can run. */
const PAGE_SIZE = 200;

/** Exports tasks that ended without export, because of a crash or a full queue. */
export async function exportUnexportedTasks(deps: ExportDeps, now: number): Promise<void> {
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
    // The time of this scan is not saved, so that the next scan finds the remaining tasks as well.
    if (!isAllDue || signal.aborted) return;
    if (!next) break;
    after = next;
  }
  // Without tasks there is nothing to save, so that an idle process does not write to the database.
  if (isAny) await traces.saveScanTime(now);
}
