/**
 * `npm run test:kill -- [--story NAME] [--kills N] [--seed S] [--json]`: runs the examples and
 * kills them.
 */
import { parseArgs } from 'node:util';
import { numbersFrom } from './numbers.ts';
import { ALL_SCENES, orchestraStory, type OrchestraOutcome } from './orchestra-story.ts';
import { delegationsOn, type DelegationOutcome } from './delegations/all-delegations.ts';
import { innocentStory, type InnocentOutcome, type InnocentProgress } from './innocent-story.ts';
import { culpritStory, POISONS, type CulpritOutcome } from './culprit-story.ts';
import type { PoisonKind } from './poisonous-agent.ts';
import { killStory, type KillOutcome } from './story.ts';

const HELP = `Kills programs of the examples, starts them again, and sees that everything that was asked is answered
exactly once. Exits with 1 where that does not hold.

  --story assistants  The default: the official A2A client asks the personal assistant, which hands on to
                      the weather assistant. Either or both die at random moments.
  --story orchestra   The official MCP client asks timestep a2a-mcp, which calls a coordinator, which calls
                      agents that speak A2A 0.3 alone. Each of the three processes, and all of them, die at
                      each step of a journey, and then at random moments.
  --story innocent    A server whose model takes 2 s dies every 0.5 to 3 s, by force or by two signals, with
                      1 task and then with 50 in flight. No task may fail or be parked, or wait after the
                      last kill longer than for two of its own attempts. With --runner temporal its tasks
                      run on a Temporal server, which npm run install:temporal installs.
  --story culprits    A task ends its process in each way: by an exit, an exception, abort, a stack overflow,
                      the end of the heap, the kernel's want of memory (faked), and an endless loop. After as
                      many times as documented it must ask a user, and the tasks beside it must end. Also
                      with --runner temporal.
  --story delegations An agent, the bridge and handoffs have work done by agents that are made with the
                      official SDKs, in JavaScript and, after npm run install:clients, in Python. The caller
                      dies at each point of a delegation, and --kills times at random for each peer and
                      route. Each work is done once; where nobody can tell, that is said.

  npm run test:kill                                20 kills of assistants, some two minutes
  npm run test:kill -- --kills 200 --seed 7        more of them, at other moments
  npm run test:kill -- --story orchestra           24 kills at steps, 3 at random, some ten minutes
  npm run test:kill -- --story innocent            10 minutes each; --minutes N for another time,
                                                   and --tasks N for one number of tasks
  npm run test:kill -- --story culprits            seven tasks, some three minutes
  npm run test:kill -- --story delegations         each point, some fifteen minutes; --runner temporal likewise
  npm run test:kill -- --json                      the last line is the result

What follows another -- are more arguments of timestep serve coordinator, such as its runner.
`;

const { values, positionals } = parseArgs({
  options: {
    story: { type: 'string', default: 'assistants' },
    kills: { type: 'string' },
    runner: { type: 'string', default: 'sqlite' },
    minutes: { type: 'string', default: '10' },
    tasks: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const STORIES: Readonly<Record<string, (seed: number) => Promise<Told>>> = {
  assistants: toldOfAssistants,
  orchestra: toldOfOrchestra,
  innocent: toldOfInnocents,
  culprits: toldOfCulprits,
  delegations: toldOfDelegations,
};

/** The results of a run: rows for people, and all data for programs. */
interface Told {
  readonly outcome: { readonly breaches: readonly string[] };
  readonly rows: readonly (readonly [string, string])[];
}

if (values.help) process.stdout.write(HELP);
else await main(wholeNumber('seed', values.seed));

async function main(seed: number): Promise<void> {
  const story = STORIES[values.story];
  if (!story)
    refuse(`--story must be one of ${Object.keys(STORIES).join(', ')}, got "${values.story}"`);
  const { outcome, rows } = await story(seed);
  if (process.stderr.isTTY) process.stderr.write('\n');
  for (const breach of outcome.breaches) process.stdout.write(`${breach}\n`);
  const table = [...rows, ['breaches', String(outcome.breaches.length)] as const];
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ seed, ...outcome })}\n`
      : table.map(([name, value]) => `${name.padEnd(10)} ${value}\n`).join(''),
  );
  if (outcome.breaches.length > 0) process.exitCode = 1;
}

async function toldOfAssistants(seed: number): Promise<Told> {
  const kills = wholeNumber('kills', values.kills ?? '20');
  const onKill = (done: number): void => progress(`${done}/${kills} kills`);
  const outcome: KillOutcome = await killStory({ kills, random: numbersFrom(seed), onKill });
  const { weather, personal, both } = outcome.kills;
  return {
    outcome,
    rows: [
      ['kills', `${weather} weather, ${personal} personal, ${both} both`],
      ['seed', String(seed)],
      ['questions', String(outcome.questions)],
      ['handoffs', String(outcome.handoffs)],
      ['seconds', String(outcome.seconds)],
    ],
  };
}

async function toldOfOrchestra(seed: number): Promise<Told> {
  const kills = wholeNumber('kills', values.kills ?? '3');
  const all = ALL_SCENES.length + kills;
  const outcome: OrchestraOutcome = await orchestraStory({
    scenes: ALL_SCENES,
    kills,
    random: numbersFrom(seed),
    served: positionals,
    onKill: (done, victim, step) => progress(`${done}/${all} kills: ${victim}, ${step}`),
  });
  return {
    outcome,
    rows: [
      ['kills', String(outcome.kills)],
      ['seed', String(seed)],
      ['journeys', String(outcome.journeys)],
      ['bookings', String(outcome.bookings)],
      ['seconds', String(outcome.seconds)],
    ],
  };
}

async function toldOfInnocents(seed: number): Promise<Told> {
  const seconds = wholeNumber('minutes', values.minutes) * 60;
  const numbers = values.tasks === undefined ? [1, 50] : [wholeNumber('tasks', values.tasks)];
  const tell = await innocentStoryOn(values.runner);
  const outcomes: InnocentOutcome[] = [];
  for (const inFlight of numbers) {
    const onKill = (done: InnocentProgress): void =>
      progress(
        `${values.runner}, ${inFlight} in flight: ${done.seconds}/${seconds} s, ${done.kills} kills, ${done.answered} answered`,
      );
    outcomes.push(await tell({ seconds, inFlight, random: numbersFrom(seed), onKill }));
  }
  const list = (pick: (told: InnocentOutcome) => number): string => outcomes.map(pick).join(', ');
  const breaches = outcomes.flatMap((told) => told.breaches);
  const outcome = { runner: values.runner, inFlight: numbers, outcomes, breaches };
  return {
    outcome,
    rows: [
      ['runner', values.runner],
      ['in flight', numbers.join(', ')],
      ['SIGKILL', list(({ kills }) => kills.killed)],
      ['SIGTERM x2', list(({ kills }) => kills.terminated)],
      ['tasks', list(({ tasks }) => tasks)],
      ['last wait', `${list(({ lastWaitMs }) => lastWaitMs)} ms`],
      ['new task', `${list(({ attemptMs }) => attemptMs)} ms`],
      ['seconds', list((told) => told.seconds)],
    ],
  };
}

async function toldOfCulprits(): Promise<Told> {
  const tell = await culpritStoryOn(values.runner);
  const kinds = Object.keys(POISONS) as PoisonKind[];
  const outcomes: [PoisonKind, CulpritOutcome][] = [];
  for (const [index, kind] of kinds.entries()) {
    progress(`${values.runner}: ${kind}`);
    outcomes.push([kind, await tell({ kind, answer: index % 2 === 0 ? 'go on' : 'cancel' })]);
  }
  const breaches = outcomes.flatMap(([kind, told]) =>
    told.breaches.map((breach) => `${kind}: ${breach}`),
  );
  const outcome = { runner: values.runner, outcomes: Object.fromEntries(outcomes), breaches };
  return {
    outcome,
    rows: outcomes.map(([kind, { deaths, answered, seconds }]) => [
      kind,
      `parked after ${deaths} crashes, ${answered} others answered, ${seconds} s`,
    ]),
  };
}

async function culpritStoryOn(runner: string): Promise<typeof culpritStory> {
  if (requireRunner(runner) === 'sqlite') return culpritStory;
  const { culpritOnTemporal } = await import('../../temporal/culprits-on-temporal.ts');
  return culpritOnTemporal;
}

async function innocentStoryOn(runner: string): Promise<typeof innocentStory> {
  if (requireRunner(runner) === 'sqlite') return innocentStory;
  const { innocentOnTemporal } = await import('../../temporal/innocent-on-temporal.ts');
  return innocentOnTemporal;
}

async function toldOfDelegations(seed: number): Promise<Told> {
  const kills = wholeNumber('kills', values.kills ?? '0');
  let done = 0;
  const outcome: DelegationOutcome = await delegationsOn(requireRunner(values.runner), {
    kills,
    random: numbersFrom(seed),
    onScene: ({ peer, route, point }) => progress(`${(done += 1)}: ${peer}, ${route}, ${point}`),
  });
  return {
    outcome,
    rows: [
      ['peers', outcome.peers.join(', ')],
      ['kills', String(outcome.scenes)],
      ['once', String(outcome.once)],
      ['unknown', String(outcome.unknown)],
      ['seconds', String(outcome.seconds)],
    ],
  };
}

function requireRunner(runner: string): 'sqlite' | 'temporal' {
  if (runner === 'sqlite' || runner === 'temporal') return runner;
  return refuse(`--runner must be sqlite or temporal, got "${runner}"`);
}

function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r${text.padEnd(60)}` : `${text}\n`);
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return refuse(`--${name} must be a whole number, got "${text}"`);
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
