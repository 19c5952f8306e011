import { quantile, rounded, spreadOf } from '../statistics.ts';
import { cpuOf, type Row } from '../suite.ts';
import { CONCURRENCIES, CRASH, LENGTHS, type Pass } from './measurement.ts';
import type { Measured } from './measure-subject.ts';

const BUSIEST = CONCURRENCIES.at(-1);

/** One subject's figures over the rounds. */
export function rowOf(name: string, all: readonly Measured[], suite: string = 'durable'): Row {
  const passes = all.flatMap((one) => one.passes);
  const busiest = passes.filter(({ tasks }) => tasks === BUSIEST);
  return {
    suite,
    name,
    ...ratesOf(passes),
    ...cpuOf(spreadOf(busiest.map(({ cpuUs, effects }) => cpuUs / effects))),
    accept_p50_ms: rounded(acceptOf(all, 0.5)),
    accept_p99_ms: rounded(acceptOf(all, 0.99)),
    ...recoveryOf(all),
    ...eventCostsOf(all),
    rounds: all.length,
  };
}

function ratesOf(passes: readonly Pass[]): Record<string, number> {
  const rates: Record<string, number> = {};
  for (const concurrency of CONCURRENCIES) {
    const costs = passes
      .filter(({ tasks }) => tasks === concurrency)
      .map(({ seconds, effects }) => seconds / effects);
    const { best, median } = spreadOf(costs);
    rates[`effects_per_s_${concurrency}`] = Math.round(1 / best);
    rates[`effects_per_s_${concurrency}_median`] = Math.round(1 / median);
  }
  return rates;
}

function acceptOf(all: readonly Measured[], share: number): number {
  return spreadOf(all.map(({ acceptMs }) => quantile(acceptMs, share))).median;
}

function recoveryOf(all: readonly Measured[]): Record<string, string | number> {
  const recoveries = all.flatMap(({ recovery }) => recovery ?? []);
  if (recoveries.length === 0) return {};
  const seconds = (times: readonly (number | undefined)[]) => {
    const known = times.filter((time) => time !== undefined);
    const isKnown = known.length === times.length;
    return isKnown ? rounded(spreadOf(known).median) : `> ${CRASH.longestMs / 1000}`;
  };
  const repeated = recoveries.flatMap((one) => one.repeated ?? []);
  return {
    recovery_s: seconds(recoveries.map(({ wentOn }) => wentOn)),
    recovery_done_s: seconds(recoveries.map(({ done }) => done)),
    ...(repeated.length > 0 && { repeated_effects: Math.max(...repeated) }),
  };
}

function eventCostsOf(all: readonly Measured[]): Record<string, number> {
  const costs: Record<string, number> = {};
  for (const length of LENGTHS) {
    const known = all
      .flatMap(({ eventCosts = [] }) => eventCosts)
      .filter(({ events }) => events === length);
    if (known.length === 0) continue;
    costs[`event_us_${length}`] = rounded(spreadOf(known.map(({ cpuUs }) => cpuUs)).best);
  }
  return costs;
}
