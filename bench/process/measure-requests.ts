import { computeSpread } from '../statistics.ts';
import { toCpuFields, type Progress, type Row } from '../suite.ts';
import { sendLoad, type Load } from './load.ts';
import { measureServers, type ServerSubject } from './measure-servers.ts';
import type { ServerUsage } from './server-message.ts';

export interface RequestsPlan extends Omit<Load, 'url' | 'amount'> {
  readonly suite: string;
  readonly subjects: readonly ServerSubject[];
  /** Number of requests that are answered, and checked, before the measured requests. */
  readonly warmUp: number;
  readonly amount: number;
}

/** Measures the cost of one request for each server. */
export async function measureRequests(
  plan: RequestsPlan,
  rounds: number,
  progress: Progress,
): Promise<Row[]> {
  const { suite, subjects, warmUp, amount } = plan;
  const gathered = await measureServers(subjects, rounds, progress, async ({ url, during }) => {
    await sendLoad({ ...plan, url, amount: warmUp }, 1);
    return during(() => sendLoad({ ...plan, url, amount }, warmUp + 1));
  });
  return subjects.map(({ name }): Row => {
    const used: readonly ServerUsage[] = gathered.get(name) ?? [];
    return {
      suite,
      name,
      ...toCpuFields(computeSpread(used.map(({ cpuUs }) => cpuUs / amount))),
      rss_mb: Math.round(Math.min(...used.map(({ rssMb }) => rssMb))),
      rounds,
    };
  });
}
