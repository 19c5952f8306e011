/** `npm run test:crash -- [--runs N] [--seed S] [--every K] [--temporal]`: every kill point, random triples, zombies. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCrashStage } from '../temporal/crash-stage.ts';
import { undisturbedStory, crashed, haunted, type Outcome } from './crash.ts';
import { SQLITE_SUBJECT, type Subject } from './story.ts';

const HELP = `Kills a process that runs tasks, on SQLite or on Temporal, at every point, and sees that nothing is lost or doubled.

  npm run test:crash                        every point, 40 random triple kills, zombies at every point
  npm run test:crash -- --every 5           every fifth point only
  npm run test:crash -- --runs 200 --seed 7 more triples, drawn from another seed
  npm run test:crash -- --temporal --every 9   a worker on Temporal, some 12 s a story
`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
    temporal: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else if (values.temporal) await onTemporal();
else await main(SQLITE_SUBJECT);

async function onTemporal(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-crash-'));
  const { subject, server } = await openCrashStage(folder);
  try {
    await main(subject);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function main(subject: Subject): Promise<void> {
  const [runs, seed, every] = [Number(values.runs), Number(values.seed), Number(values.every)];
  const undisturbed = await undisturbedStory(subject);
  const { points } = undisturbed;
  const chosen = Array.from({ length: points }, (_, index) => index + 1).filter(
    (at) => at % every === 0,
  );
  const random = generator(seed);
  const triples = Array.from({ length: runs }, () =>
    [0, 0, 0].map(() => 1 + Math.floor(random() * points)),
  );
  const stories = [
    ...chosen.map((at) => () => crashed(undisturbed, [at], subject)),
    ...triples.map((kills) => () => crashed(undisturbed, kills, subject)),
    ...chosen.map((at) => () => haunted(undisturbed, at, subject)),
  ];
  const outcomes: Outcome[] = [];
  for (const story of stories) {
    const outcome = await story();
    outcomes.push(outcome);
    for (const breach of outcome.breaches) {
      process.stdout.write(`${outcome.name}: ${breach} does not hold\n`);
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.length}/${stories.length}`);
  }
  const bad = outcomes.filter((outcome) => outcome.breaches.length > 0).length;
  const kills = outcomes.reduce((sum, outcome) => sum + outcome.kills, 0);
  process.stdout.write(
    `${points} points; ${chosen.length} single kills, ${runs} triple kills, ${chosen.length} zombies ` +
      `(${kills} kills and stops in all, seed ${seed}): ${outcomes.length - bad} ok, ${bad} broken\n`,
  );
  if (bad > 0) process.exitCode = 1;
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
