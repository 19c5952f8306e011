import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { Message } from '@timestep-ai/timestep/core';
import { measured } from './bounded.ts';
import { breaches } from './breaches.ts';
import { beside, crashed, fenced, haunted, undisturbedStory } from './crash.ts';
import { edited } from './edit.ts';
import { bundledSubject, hunted } from './hunt.ts';
import { begunTwice, openLedger, type Entry } from './ledger.ts';
import { MUTANTS } from './mutants.ts';
import { chooseSample } from '../sample-size.ts';
import { once } from './once.ts';
import { AWAITED_POINTS } from './scenario.ts';
import { createWorld, type World } from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-crash-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Stories that are killed here; `npm run test:crash` takes every point. */
const SAMPLE = chooseSample({ small: 2, usual: 3, whole: 10 });
const STORIES_MS = 300_000;

// A story has a world and a file of its own, and some broken rules show only in a story that does not end.
describe.concurrent('a process that runs tasks on SQLite', { timeout: STORIES_MS }, async () => {
  const subject = await bundledSubject(folder, 'subject');
  const { undisturbed, boundMs } = await measured(subject);
  const waiting = { ...subject, scenes: ['awaited'] as const };
  const awaitedAlone = once(() => undisturbedStory(waiting));
  const { points } = undisturbed;

  it('may be killed at any point', async () => {
    expect(points).toBeGreaterThan(100);
    const outcomes = [];
    for (let story = 0; story < SAMPLE; story += 1) {
      const at = 1 + Math.floor(((story + 0.5) * 0.9 * points) / SAMPLE);
      outcomes.push(await crashed(undisturbed, [at], subject));
    }
    expect(outcomes.flatMap((outcome) => outcome.breaches)).toEqual([]);
    expect(outcomes.every((outcome) => outcome.kills === 1)).toBe(true);
  });

  it('may be killed again while it recovers', async () => {
    expect(await crashed(undisturbed, [60, 22, 14], subject)).toMatchObject({ breaches: [] });
  });

  // By itself, because a process counts as dead here after half a second.
  it('leaves alone what was taken over while it was stopped', { concurrent: false }, async () => {
    expect(await haunted(undisturbed, 'after look', subject)).toMatchObject({
      kills: 1,
      breaches: [],
    });
    expect(await fenced(undisturbed, 'after look > before commit', subject)).toMatchObject({
      kills: 2,
      breaches: [],
    });
  });

  it(
    'lets others write again once it goes on, where it was stopped inside a commit',
    { concurrent: false },
    async () => {
      expect(await haunted(undisturbed, 'inside commit * 3', subject)).toMatchObject({
        kills: 1,
        breaches: [],
      });
    },
  );

  it('may be killed while another sends mail to its tasks', async () => {
    const killAt = 'after model * 2 > before commit';
    expect(await beside(undisturbed, killAt, subject)).toMatchObject({ kills: 1, breaches: [] });
  });

  it.each(Object.entries(AWAITED_POINTS))(
    'goes on with a call that waits for another task, killed %s',
    async (_when, killAt) => {
      const alone = await awaitedAlone();
      expect(await crashed(alone, [killAt], waiting)).toMatchObject({ kills: 1, breaches: [] });
    },
  );

  it.each([
    'accepted tasks are deleted by a crash',
    'a process that was taken for dead may write',
    'a call whose awaited task has ended is forgotten after a restart',
    'a call goes on twice with what became of one task',
  ])('would be noticed if %s', async (name) => {
    const mutant = MUTANTS.find((one) => one.name === name);
    if (!mutant) throw new Error('no such mutant');
    const place = mkdtempSync(join(folder, 'mutant-'));
    const broken = await bundledSubject(place, 'mutant', mutant.edits);
    // A story that a broken rule keeps from ending is given up as the command gives it up.
    const bounded = { ...broken, boundMs };
    expect((await hunted(undisturbed, mutant, bounded)).breach).toBeDefined();
  });
});

describe('a rule is broken only where it stands', () => {
  const edit = { file: 'core/decide.ts', from: 'attempt + 1', to: '1' };

  it('replaces a text', () => expect(edited('a: attempt + 1', [edit])).toBe('a: 1'));

  it.each(['nothing of it', 'attempt + 1, attempt + 1'])('refuses %s', (source) => {
    expect(() => edited(source, [edit])).toThrow(/core\/decide.ts has this text \d times/);
  });

  it('refuses a file that is not run', async () => {
    const elsewhere = { file: 'eval/trial.ts', from: 'x', to: 'y' };
    await expect(bundledSubject(folder, 'elsewhere', [elsewhere])).rejects.toThrow(
      /never run: eval\/trial.ts/,
    );
  });
});

describe('the harness', () => {
  const transcript: Message[] = [{ role: 'user', content: 'm3' }];
  const tasks = [
    { scene: 'worded', agent: 'subject', state: 'completed', generation: 1, transcript } as const,
  ];
  const story = { points: 0, total: 1, helped: 0, tasks };

  async function inWorld(judge: (world: World) => readonly string[]): Promise<readonly string[]> {
    const world = await createWorld();
    try {
      return judge(world);
    } finally {
      await world.close();
    }
  }

  it('would notice what it looks for', async () => {
    const undisturbed = { ...story, tasks: tasks.map((task) => ({ ...task, transcript: [] })) };
    const found = await inWorld((world) => {
      openLedger(world.ledger).record({ kind: 'begun', what: 'look', key: 'k', attempt: 1 });
      openLedger(world.ledger).record({ kind: 'begun', what: 'look', key: 'k', attempt: 1 });
      return breaches(story, world, { undisturbed });
    });
    expect(found).toContainEqual(expect.stringMatching(/worded is answered: m3/));
    expect(found).toContainEqual(expect.stringMatching(/book is applied once/));
    expect(found).toContainEqual(expect.stringMatching(/one recorded result in worded, not 0/));
    expect(found).toContainEqual(expect.stringMatching(/each handoff made one task/));
    expect(found).toContainEqual(expect.stringMatching(/each task is told of: 0/));
    expect(found).toContainEqual(expect.stringMatching(/as without a crash/));
    expect(found).toContainEqual(expect.stringMatching(/and then once: look k #1/));
  });

  it('would notice that a tool was run again unasked, and that telling has gone back', async () => {
    const effect = { kind: 'order', key: 'k', attempt: 1, pid: 1 };
    const told = { id: 'a', taskId: 't', state: 'TASK_STATE_WORKING' };
    const deliveries = [2, 5, 2].map((generation) => ({ ...told, generation }));
    const judge =
      (zombies: readonly number[]) =>
      (world: World): readonly string[] =>
        breaches(story, { ...world, asked: [effect, effect], deliveries }, { zombies });
    const found = await inWorld(judge([]));
    expect(found).toContainEqual(expect.stringMatching(/order is not run again once it has run/));
    expect(found).toContainEqual(expect.stringMatching(/telling goes on from where it was/));
    const allowed = await inWorld(judge([1]));
    expect(allowed).not.toContainEqual(expect.stringMatching(/not run again|goes on from/));
  });

  it('tells attempts apart', () => {
    const begun: Entry = { kind: 'begun', what: 'look', key: 'k', attempt: 1 };
    expect(begunTwice([begun, { ...begun, attempt: 2 }, { ...begun, key: 'l' }])).toEqual([]);
    expect(begunTwice([begun, begun])).toEqual(['look k #1']);
  });
});

it('tells stories of every kind from the command line', { timeout: STORIES_MS }, async () => {
  const command = join(import.meta.dirname, 'run.ts');
  const args = ['--conditions=@timestep/source', command, '--every', '300', '--runs', '1'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toMatch(/^\d+ points, 4 stories, seed 1: 4 ok, 0 broken$/m);
});
