/**
 * `npm run simulate:compare`: measures how often `timestep compare` raises false alarms, and how
 * many changes it detects.
 */
import { parseArgs } from 'node:util';
import { compareOften, type Frequencies } from './compare-often.ts';
import type { Setting } from './simulated-runs.ts';

const HELP = `Simulates runs of two agents and compares them, many times, with a seed.

  npm run simulate:compare                             1000 pairs of runs a line
  npm run simulate:compare -- --rounds 4000 --seed 7   more of them, drawn from another seed
  npm run simulate:compare -- --json                   the last line is {"rounds", "seed", "lines": […]}
`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const EQUAL: readonly Setting[] = [6, 20, 100].flatMap((tasks) =>
  [1, 3, 10, 30].flatMap((n) =>
    [0, 1.5].map((spread) => ({ tasks, trials: [n, n], spread, lost: 0 }) as const),
  ),
);
const UNEVEN: readonly Setting[] = [
  { tasks: 20, trials: [10, 3], spread: 1.5, lost: 0 },
  { tasks: 20, trials: [30, 1], spread: 0, lost: 0 },
  { tasks: 20, trials: [5, 5], spread: 1.5, lost: 0, broken: 0.5 },
];
const WORSE: readonly Setting[] = [20, 50, 100].flatMap((tasks) =>
  [1, 3, 10].flatMap((n) =>
    [0.1, 0.2, 0.4].map((lost) => ({ tasks, trials: [n, n], spread: 0.5, lost }) as const),
  ),
);

if (values.help) process.stdout.write(HELP);
else main(Number(values.rounds), Number(values.seed));

function main(rounds: number, seed: number): void {
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
    process.stderr.write('--rounds takes a whole number from 1, --seed a whole number\n');
    process.exitCode = 2;
    return;
  }
  const lines: Frequencies[] = [];
  const told = (title: string, settings: readonly Setting[]): void => {
    process.stdout.write(`\n${title}\n tasks  trials  spread    lost    drop    said  by trial\n`);
    for (const setting of settings) {
      const line = compareOften(setting, rounds, seed);
      lines.push(line);
      process.stdout.write(lineOf(line));
    }
  };
  told('Equal agents: how often a difference is said (false alarms)', EQUAL);
  told('Equal agents, uneven runs', UNEVEN);
  told('The second has become worse: how often a difference is said (power)', WORSE);
  const worst = Math.max(...lines.filter((line) => line.setting.lost === 0).map(alarmsOf));
  process.stdout.write(`\nmost false alarms: ${share(worst)} of ${rounds}, aim 6.0 %\n`);
  if (values.json) process.stdout.write(`${JSON.stringify({ rounds, seed, lines })}\n`);
  if (worst > 0.06) process.exitCode = 1;
}

function alarmsOf({ alarms }: Frequencies): number {
  return alarms;
}

function lineOf({ setting, alarms, alarms_by_trial, drop }: Frequencies): string {
  const { tasks, trials, spread, lost, broken } = setting;
  const cells = [
    String(tasks).padStart(6),
    [...new Set(trials)].join('/').padStart(7),
    String(spread).padStart(7),
    share(lost).padStart(7),
    share(drop).padStart(7),
    share(alarms).padStart(7),
    share(alarms_by_trial).padStart(9),
  ];
  return `${cells.join(' ')}${broken === undefined ? '' : `  ${share(broken)} broken`}\n`;
}

function share(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
