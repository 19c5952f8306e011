import { formatReason } from '../durable/reason.ts';
import { computeQuantile, roundToTwoDecimals } from '../statistics.ts';
import type { Outcome, Suite } from '../suite.ts';
import { compare, type Comparison } from './compare.ts';
import { installPeers } from './install-peers.ts';
import { addUp, judge } from './records.ts';
import { scorecardReport } from './report.ts';
import { COMPARED, type Compared } from './subjects.ts';
import type { Attempt } from './tell-all.ts';
import { versionOf } from './version-of.ts';

export const scorecardSuite: Suite = {
  name: 'scorecard',
  about:
    'a task with an approval and two side effects, whose process is killed once; a round is a kill',
  rounds: 100,
  isByName: true,
  async run(kills, progress, { seed = 1, only = [], keep: file } = {}) {
    installPeers(progress);
    const outcomes: Outcome[] = [];
    for (const compared of COMPARED) {
      if (only.length > 0 && !only.includes(compared.name)) continue;
      progress(compared.name);
      try {
        outcomes.push(toRow(compared, await compare(compared, { kills, seed, file, progress })));
      } catch (thrown) {
        outcomes.push({
          suite: 'scorecard',
          name: compared.name,
          unavailable: formatReason(thrown),
        });
      }
    }
    return outcomes;
  },
  report: scorecardReport,
};

export function toRow({ name, packageName }: Compared, { attempts, cpuMs }: Comparison): Outcome {
  const records = attempts.flatMap((one) => (one.kind === 'killed' ? [one.record] : []));
  const count = (kind: Attempt['kind']): number =>
    attempts.filter((one) => one.kind === kind).length;
  const totals = addUp(records.map(judge));
  const times = records.flatMap(({ wentOnMs }) => (wentOnMs === undefined ? [] : [wentOnMs]));
  const streams = records.some(({ streamed }) => streamed !== undefined);
  const cpuUs = Math.round(cpuMs * 1000);
  return {
    suite: 'scorecard',
    name,
    version: packageName === undefined ? '' : versionOf(packageName),
    cpu_us: cpuUs,
    cpu_us_median: cpuUs,
    rounds: records.length,
    kills: records.length,
    missed: count('missed'),
    failed: count('failed'),
    lost: totals.lost,
    sent_twice: totals.sentTwice,
    doubled: totals.doubled,
    missing: totals.missing,
    asked_again: totals.askedAgain,
    ...(streams && { cut: totals.cut }),
    model_again: totals.modelAgain,
    went_on_ms: times.length === 0 ? 0 : roundToTwoDecimals(computeQuantile(times, 0.5)),
    went_on_ms_p95: times.length === 0 ? 0 : roundToTwoDecimals(computeQuantile(times, 0.95)),
  };
}
