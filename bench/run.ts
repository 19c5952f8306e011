/** Runs the same work with Timestep and other products, side by side, and prints the costs. */
import { availableParallelism } from 'node:os';
import { a2aSuite } from './a2a/suite.ts';
import { parseArguments } from './arguments.ts';
import { bridgeSuite } from './bridge/suite.ts';
import { chainSuite } from './chain/suite.ts';
import { durableSuite } from './durable/suite.ts';
import { episodeSuite } from './episode/suite.ts';
import { evalSuite } from './eval/suite.ts';
import { mcpSuite } from './mcp/suite.ts';
import { renderReport } from './render.ts';
import { relevanceSuite } from './relevance/suite.ts';
import { responsesSuite } from './responses/suite.ts';
import { scorecardSuite } from './scorecard/suite.ts';
import { startSuite } from './start/suite.ts';
import { streamSuite } from './stream/suite.ts';
import { temporalSuite } from './temporal/suite.ts';
import { traceSuite } from './trace/suite.ts';
import { isUnavailable, type Outcome, type Row, type Suite } from './suite.ts';

const SUITES: readonly Suite[] = [
  episodeSuite,
  a2aSuite,
  responsesSuite,
  streamSuite,
  mcpSuite,
  bridgeSuite,
  chainSuite,
  durableSuite,
  temporalSuite,
  evalSuite,
  startSuite,
  relevanceSuite,
  traceSuite,
  scorecardSuite,
];

const HELP = `Usage: npm run bench -- [suite …] [--rounds N] [--json]

Suites, all of them unless some are named (relevance only with --data, scorecard only by name):
${SUITES.map(({ name, about, rounds }) => `  ${name.padEnd(9)}  ${about} (${rounds} rounds)`).join('\n')}

  --rounds N  measure every subject N times, taking turns
  --seed N    draw random choices from another seed (scorecard)
  --only A,B  run these subjects of a suite (scorecard)
  --keep FILE append each story to a file, and go on after those in it (scorecard)
  --data DIR  a folder of data that are not part of the repository
  --json      print one line of JSON last: {"suite": …, "rows": [{"name", "cpu_us", …}]}

Figures are CPU time per unit of work, best and median over the rounds. Compare ratios of one run;
how to read them is in design/bench.md.`;

const parsed = parseArguments(
  process.argv.slice(2),
  SUITES.map(({ name }) => name),
  SUITES.filter(({ needsData }) => needsData).map(({ name }) => name),
  SUITES.filter(({ isByName }) => isByName).map(({ name }) => name),
);
if (!parsed.ok) {
  console.error(`${parsed.problem}\nTry --help.`);
  process.exitCode = 2;
} else if (parsed.asked.help) {
  console.log(HELP);
} else {
  const { suites, rounds, json, ...given } = parsed.asked;
  try {
    const rows: Outcome[] = [];
    console.log(`Node ${process.versions.node}, ${availableParallelism()} cores, ${process.arch}`);
    for (const suite of SUITES.filter(({ name }) => suites.includes(name))) {
      const progress = (text: string) => console.error(`${suite.name}: ${text}`);
      const measured = await suite.run(rounds ?? suite.rounds, progress, given);
      rows.push(...measured);
      const missing = measured.filter(isUnavailable);
      const report = suite.report(measured.filter((one): one is Row => !isUnavailable(one)));
      console.log(`\n${suite.name}: ${suite.about}\n\n${renderReport(report, missing)}`);
    }
    if (json) console.log(JSON.stringify({ suite: suites.length === 1 ? suites[0] : 'all', rows }));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
