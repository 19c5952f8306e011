import { HOUR_MS } from '#engine/port';
import type { CallReport } from '#people/view';
import type { ApiCall, ApiRoutes } from './api-route.ts';

export const CALL_ROUTES: ApiRoutes = { 'GET /calls': getCallReport };

const DAYS = 7;

/** Reports how often agents called each other in the last days, from the kept counts. */
async function getCallReport({ context: { site, clock } }: ApiCall): Promise<CallReport> {
  const now = clock.now();
  const until = now - (now % HOUR_MS) + HOUR_MS;
  const kept = await site.tasks.readCalls?.({ since: until - DAYS * 24 * HOUR_MS, until });
  return { days: DAYS, ...(kept && { calls: kept }) };
}
