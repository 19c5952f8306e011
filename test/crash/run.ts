/** `npm run test:crash -- [--story tasks|orchestra] [--mutants] [--runs N] [--seed S] [--every K] [--temporal]` */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { numbersFrom } from '../interop/kill/numbers.ts';
import { openCrashStage } from '../temporal/crash-stage.ts';
import { startTemporal } from '../temporal/temporal-server.ts';
import { measured } from './bounded.ts';
import { beside, crashed, fenced, haunted, undisturbedStory, type Outcome } from './crash.ts';
import { bundledSubject } from './hunt.ts';
import { huntOrchestraMutants, tellOrchestra } from './orchestra/run-orchestra.ts';
import { progressOf } from './progress.ts';
import { huntMutants } from './run-mutants.ts';
import type { Subject, Told } from './story.ts';

const HELP = `Kills a process that runs tasks, on SQLite or on Temporal, at every point, and sees that nothing is lost or doubled.

  npm run test:crash                        every point, 40 random triple kills, zombies at every point
  npm run test:crash -- --every 5           every fifth point only
  npm run test:crash -- --runs 200 --seed 7 more triples, drawn from another seed
  npm run test:crash -- --mutants           breaks each rule on purpose, and sees that it is noticed
  npm run test:crash -- --mutants --only chosen   only rules whose name has this text
  npm run test:crash -- --temporal --every 9   a worker on Temporal, some 12 s a story
  npm run test:crash -- --story orchestra      a bridge, a coordinator and a specialist in a process each: one
                                               of them, and all three, killed at every point, some eight
                                               minutes; with --every, --runs, --seed, --mutants, --temporal

Exits with 1 where something was lost or doubled, or a broken rule was not noticed.
`;

const { values } = parseArgs({
  options: {
    story: { type: 'string', default: 'tasks' },
    runs: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
    mutants: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    temporal: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** There are some ten points to a commit. */
const POINTS_OF_A_COMMIT = 10;

const STORIES: Readonly<Record<string, (folder: string) => Promise<boolean>>> = {
  tasks: values.temporal ? onTemporal : onSqlite,
  orchestra,
};
const story = STORIES[values.story];

if (values.help) process.stdout.write(HELP);
else if (!story) {
  process.stderr.write(`--story is one of ${Object.keys(STORIES).join(', ')}\n`);
  process.exitCode = 2;
} else if (!(await inFolder(story))) process.exitCode = 1;

async function inFolder(run: (folder: string) => Promise<boolean>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-crash-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function orchestra(folder: string): Promise<boolean> {
  const server = values.temporal ? await startTemporal(join(folder, 'temporal.db')) : undefined;
  try {
    const backing = server
      ? ({ kind: 'temporal', address: server.address } as const)
      : ({ kind: 'sqlite' } as const);
    if (values.mutants) return await huntOrchestraMutants(backing, values.only);
    const [every, runs] = [Number(values.every), Number(values.runs)];
    return await tellOrchestra(backing, { every, runs, random: numbersFrom(Number(values.seed)) });
  } finally {
    await server?.stop();
  }
}

async function onTemporal(folder: string): Promise<boolean> {
  const { subject, server } = await openCrashStage(folder);
  try {
    return await tellAll(await undisturbedStory(subject), subject, []);
  } finally {
    await server.stop();
  }
}

async function onSqlite(folder: string): Promise<boolean> {
  const unbounded = await bundledSubject(folder, 'subject');
  const { undisturbed, boundMs } = await measured(unbounded);
  const subject = { ...unbounded, boundMs };
  if (values.mutants) return huntMutants(undisturbed, subject, folder, values.only);
  return tellAll(undisturbed, subject, ['overtaken', 'beside']);
}

/** Kinds of stories, beside kills and zombies, that a store is told with. */
type Kind = 'overtaken' | 'beside';

async function tellAll(
  undisturbed: Told,
  subject: Subject,
  kinds: readonly Kind[],
): Promise<boolean> {
  const [runs, seed, every] = [Number(values.runs), Number(values.seed), Number(values.every)];
  const { points } = undisturbed;
  const chosen = Array.from({ length: points }, (_, index) => index + 1).filter(
    (at) => at % every === 0,
  );
  const random = numbersFrom(seed);
  const triples = Array.from({ length: runs }, () =>
    [0, 0, 0].map(() => 1 + Math.floor(random() * points)),
  );
  const commits = chosen.filter((at) => at <= points / POINTS_OF_A_COMMIT);
  const stories: readonly (readonly [kind: string, tell: () => Promise<Outcome>])[] = [
    ...chosen.map((at) => ['single kills', () => crashed(undisturbed, [at], subject)] as const),
    ...triples.map(
      (kills) => ['triple kills', () => crashed(undisturbed, kills, subject)] as const,
    ),
    ...chosen.map((at) => ['zombies', () => haunted(undisturbed, at, subject)] as const),
    ...(kinds.includes('overtaken') ? commits : []).map(
      (at) => ['overtaken', () => fenced(undisturbed, `before commit * ${at}`, subject)] as const,
    ),
    ...(kinds.includes('beside') ? chosen : []).map(
      (at) => ['killed beside another', () => beside(undisturbed, at, subject)] as const,
    ),
  ];
  const progress = progressOf(stories.length);
  const table = new Map<string, { stories: number; kills: number; broken: number }>();
  for (const [kind, tell] of stories) {
    const outcome = await tell();
    const row = table.get(kind) ?? { stories: 0, kills: 0, broken: 0 };
    row.stories += 1;
    row.kills += outcome.kills;
    if (outcome.breaches.length > 0) row.broken += 1;
    table.set(kind, row);
    for (const breach of outcome.breaches) progress.say(`${outcome.name}: ${breach}`);
    progress.done();
  }
  for (const [kind, row] of table) {
    progress.say(
      `${kind.padEnd(22)} ${row.stories} stories, ${row.kills} kills and stops, ${row.broken} broken`,
    );
  }
  const bad = [...table.values()].reduce((sum, row) => sum + row.broken, 0);
  const ok = stories.length - bad;
  progress.say(
    `${points} points, ${stories.length} stories, seed ${seed}: ${ok} ok, ${bad} broken`,
  );
  return bad === 0;
}
