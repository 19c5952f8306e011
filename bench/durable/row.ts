import { computeQuantile, roundToTwoDecimals, computeSpread } from '../statistics.ts';
import { toCpuFields, type Row } from '../suite.ts';
import { CONCURRENCIES, CRASH, LENGTHS, type Pass } from './measurement.ts';
import type { Measured } from './measure-subject.ts';

const BUSIEST = CONCURRENCIES.at(-1);

/** Summarizes one subject's figures over the rounds. */
export function createRow(name: string, all: readonly Measured[], suite: string = 'durable'): Row {
  const passes = all.flatMap((one) => one.passes);
  const busiest = passes.filter(({ tasks }) => tasks === BUSIEST);
  return {
    suite,
    name,
    ...computeRates(passes),
    ...toCpuFields(computeSpread(busiest.map(({ cpuUs, effects }) => cpuUs / effects))),
    accept_p50_ms: roundToTwoDecimals(computeAcceptTime(all, 0.5)),
    accept_p99_ms: roundToTwoDecimals(computeAcceptTime(all, 0.99)),
    ...summarizeRecovery(all),
    ...computeEventCosts(all),
    rounds: all.length,
  };
}

function computeRates(passes: readonly Pass[]): Record<string, number> {
  const rates: Record<string, number> = {};
  for (const concurrency of CONCURRENCIES) {
    const costs = passes
      .filter(({ tasks }) => tasks === concurrency)
      .map(({ seconds, effects }) => seconds / effects);
    const { best, median } = computeSpread(costs);
    rates[`effects_per_s_${concurrency}`] = Math.round(1 / best);
    rates[`effects_per_s_${concurrency}_median`] = Math.round(1 / median);
  }
  return rates;
}

function computeAcceptTime(all: readonly Measured[], share: number): number {
  return computeSpread(all.map(({ acceptMs }) => computeQuantile(acceptMs, share))).median;
}

function summarizeRecovery(all: readonly Measured[]): Record<string, string | number> {
  const recoveries = all.flatMap(({ recovery }) => recovery ?? []);
  if (recoveries.length === 0) return {};
  const seconds = (times: readonly (number | undefined)[]) => {
    const known = times.filter((time) => time !== undefined);
    const isKnown = known.length === times.length;
    return isKnown
      ? roundToTwoDecimals(computeSpread(known).median)
      : `> ${CRASH.longestMs / 1000}`;
  };
  const repeated = recoveries.flatMap((one) => one.repeated ?? []);
  return {
    recovery_s: seconds(recoveries.map(({ wentOn }) => wentOn)),
    recovery_done_s: seconds(recoveries.map(({ done }) => done)),
    ...(repeated.length > 0 && { repeated_effects: Math.max(...repeated) }),
  };
}

function computeEventCosts(all: readonly Measured[]): Record<string, number> {
  const costs: Record<string, number> = {};
  for (const length of LENGTHS) {
    const known = all
      .flatMap(({ eventCosts = [] }) => eventCosts)
      .filter(({ events }) => events === length);
    if (known.length === 0) continue;
    costs[`event_us_${length}`] = roundToTwoDecimals(
      computeSpread(known.map(({ cpuUs }) => cpuUs)).best,
    );
  }
  return costs;
}
