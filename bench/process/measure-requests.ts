import { spreadOf } from '../statistics.ts';
import { cpuOf, type Progress, type Row } from '../suite.ts';
import { send, type Load } from './load.ts';
import { measureServers, type ServerSubject } from './measure-servers.ts';
import type { ServerUsage } from './server-message.ts';

export interface RequestsPlan extends Omit<Load, 'url' | 'amount'> {
  readonly suite: string;
  readonly subjects: readonly ServerSubject[];
  /** Requests that are answered, and checked, before the measured ones. */
  readonly warmUp: number;
  readonly amount: number;
}

/** Measures what one request costs each server. */
export async function measureRequests(
  plan: RequestsPlan,
  rounds: number,
  progress: Progress,
): Promise<Row[]> {
  const { suite, subjects, warmUp, amount } = plan;
  const gathered = await measureServers(subjects, rounds, progress, async ({ url, during }) => {
    await send({ ...plan, url, amount: warmUp }, 1);
    return during(() => send({ ...plan, url, amount }, warmUp + 1));
  });
  return subjects.map(({ name }): Row => {
    const used: readonly ServerUsage[] = gathered.get(name) ?? [];
    return {
      suite,
      name,
      ...cpuOf(spreadOf(used.map(({ cpuUs }) => cpuUs / amount))),
      rss_mb: Math.round(Math.min(...used.map(({ rssMb }) => rssMb))),
      rounds,
    };
  });
}
