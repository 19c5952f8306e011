/** `npm run test:page -- <what> [...]`: see `--help`. Exits with 1 if a check fails. */
import { parseArgs } from 'node:util';
import { numbersFrom } from '../../interop/kill/numbers.ts';
import { launchChromium } from '../web.ts';
import { cutStory } from './cuts.ts';
import { breachesIn, measureHeap } from './heap.ts';
import { measureSpeed, slowIn } from './speed.ts';
import { tableOf } from './table.ts';
import { measureTree, slowTreesIn } from './tree.ts';

const HELP = `Measures the page in the Chromium of this machine, and prints a short table.

  npm run test:page -- speed     what the main thread does while a long task opens and goes on, and while a
                                 long list is scrolled to its end
      --events 10000  --per-second 200  --seconds 10  --tasks 10000
  npm run test:page -- tree      what the main thread does while a run of many tasks opens and is gone through
      --tasks 20  --events 10000
  npm run test:page -- cuts      whether each event comes once and in order, although connections are cut at
                                 random bytes and the server is killed and started again
      --cuts 1000  --seed 23
  npm run test:page -- heap      whether the memory of a page that stays open grows with what it has shown
      --rounds 40  --tasks 250   each round has so many tasks, of which one has 400 events and is opened

  --json            the last line is the result for programs
`;

const { values, positionals } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    'per-second': { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    tasks: { type: 'string' },
    rounds: { type: 'string', default: '40' },
    cuts: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '23' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

/** Measurements as rows for people, and the failed checks. */
interface Measured {
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly breaches: readonly string[];
}

const MEASUREMENTS: Readonly<Record<string, () => Promise<Measured>>> = {
  speed,
  tree,
  cuts,
  heap,
};

const measure = MEASUREMENTS[positionals[0] ?? ''];
if (values.help || !measure) {
  process.stdout.write(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  const { rows, breaches } = await measure();
  process.stdout.write(tableOf(rows));
  for (const breach of breaches) process.stdout.write(`${breach}\n`);
  if (values.json) process.stdout.write(`${JSON.stringify({ rows, breaches })}\n`);
  if (breaches.length > 0) process.exitCode = 1;
}

async function speed(): Promise<Measured> {
  const browser = await launchChromium();
  try {
    const rows = await measureSpeed(
      browser,
      {
        events: wholeNumber('events', values.events),
        perSecond: wholeNumber('per-second', values['per-second']),
        seconds: wholeNumber('seconds', values.seconds),
        tasks: wholeNumber('tasks', values.tasks ?? '10000'),
      },
      progress,
    );
    return { rows: rows.map((row) => ({ ...row })), breaches: slowIn(rows) };
  } finally {
    await browser.close();
  }
}

async function tree(): Promise<Measured> {
  const browser = await launchChromium();
  try {
    const rows = await measureTree(browser, {
      tasks: wholeNumber('tasks', values.tasks ?? '20'),
      events: wholeNumber('events', values.events),
    });
    return { rows: rows.map((row) => ({ ...row })), breaches: slowTreesIn(rows) };
  } finally {
    await browser.close();
  }
}

async function cuts(): Promise<Measured> {
  const seed = wholeNumber('seed', values.seed);
  const { breaches, ...counts } = await cutStory({
    cuts: wholeNumber('cuts', values.cuts),
    cutsForKill: 20,
    tasks: 4,
    events: 150,
    random: numbersFrom(seed),
    onProgress: progress,
  });
  return { rows: [{ seed, ...counts, breaches: breaches.length }], breaches };
}

async function heap(): Promise<Measured> {
  const browser = await launchChromium();
  try {
    const rounds = await measureHeap(browser, {
      rounds: wholeNumber('rounds', values.rounds),
      tasks: wholeNumber('tasks', values.tasks ?? '250'),
      onProgress: progress,
    });
    return { rows: rounds.map((round) => ({ ...round })), breaches: breachesIn(rounds) };
  } finally {
    await browser.close();
  }
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`--${name} must be a whole number, got "${text}"\n`);
  process.exit(2);
}
