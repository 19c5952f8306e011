import { exportDue, type ExportSite } from './export-due.ts';

/** By so much the clocks of processes that share a database may differ. */
const SKEW_MS = 60_000;
/** Tasks that ended earlier are left alone. */
const OLDEST_MS = 24 * 60 * 60_000;
/** Tasks that are looked at before other work gets its turn. */
const PAGE = 200;

/**
 * Exports what has ended and was not exported: by a process that died, by one that does not export, or
 * because too many tasks were due. The first look of all leaves everything as it is.
 */
export async function lookForEnded(site: ExportSite, now: number): Promise<void> {
  const { due, traces, signal } = site;
  const until = await traces.lookedUntil();
  if (until === undefined) return traces.noteLook(now);
  let after = { updatedAt: Math.max(until - SKEW_MS, now - OLDEST_MS), id: '' };
  let isAny = false;
  for (;;) {
    const { unclaimed, next } = await traces.ended(after, PAGE);
    isAny ||= unclaimed.length > 0 || next !== undefined;
    const isAllDue = unclaimed.map((taskId) => due.add({ taskId, hasEnded: true })).every(Boolean);
    await exportDue(site);
    // The next look begins where this one did.
    if (!isAllDue || signal.aborted) return;
    if (!next) break;
    after = next;
  }
  // Without a task that ended, nothing is written, however long that is so.
  if (isAny) await traces.noteLook(now);
}
