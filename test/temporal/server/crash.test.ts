import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashed, haunted, undisturbedStory } from '../../crash/crash.ts';
import { AWAITED_POINTS } from '../../crash/scenario.ts';
import type { Subject, Told } from '../../crash/story.ts';
import { openCrashStage, type CrashStage } from '../crash-stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));

/** Stories killed in the tests; `npm run test:crash -- --temporal` takes as many as it is told to. */
const SAMPLE = 5;

describe('a process that runs tasks on Temporal', () => {
  let stage: CrashStage;
  let subject: Subject;
  let undisturbed: Told;

  beforeAll(async () => {
    stage = await openCrashStage(folder);
    subject = stage.subject;
    undisturbed = await undisturbedStory(subject);
  });
  afterAll(async () => {
    await stage?.server.stop();
    rmSync(folder, { recursive: true });
  });

  it('tells the story as one on SQLite does', async () => {
    const onSqlite = await undisturbedStory();
    const said = ({ tasks }: Told): unknown =>
      tasks.filter(({ agent }) => agent === 'subject').map(({ transcript }) => transcript);
    expect(said(undisturbed)).toEqual(said(onSqlite));
  });

  it('may be killed at any point', async () => {
    const { points } = undisturbed;
    expect(points).toBeGreaterThan(70);
    const outcomes = [];
    for (let story = 0; story < SAMPLE; story += 1) {
      // How many points there are differs from time to time; the last quarter may not be reached.
      const at = 1 + Math.floor(((story + 0.5) * 0.75 * points) / SAMPLE);
      outcomes.push(await crashed(undisturbed, [at], subject));
    }
    expect(outcomes.flatMap((outcome) => outcome.breaches)).toEqual([]);
    expect(outcomes.every((outcome) => outcome.kills === 1)).toBe(true);
  });

  it('may be killed again while it recovers', async () => {
    expect(await crashed(undisturbed, [40, 22, 14], subject)).toMatchObject({ breaches: [] });
  });

  it.each(['after model > after commit', 'after accepting m16', 'after sign'])(
    'may be killed %s, when a response goes on with a decision',
    async (killAt) => {
      const signing = { ...subject, scenes: ['signed'] as const };
      expect(await crashed(await undisturbedStory(signing), [killAt], signing)).toMatchObject({
        kills: 1,
        breaches: [],
      });
    },
  );

  it.each(Object.entries(AWAITED_POINTS))(
    'goes on with a call that waits for another task, killed %s',
    async (_when, killAt) => {
      const waiting = { ...subject, scenes: ['awaited'] as const };
      const alone = await undisturbedStory(waiting);
      expect(await crashed(alone, [killAt], waiting)).toMatchObject({ kills: 1, breaches: [] });
    },
  );

  it('goes on in new runs, where a call waits for another task', async () => {
    const scenes = ['awaited'] as const;
    const inShortRuns = { ...subject, scenes, args: [...subject.args, '12'] };
    const alone = await undisturbedStory({ ...subject, scenes });
    expect(await crashed(alone, [], inShortRuns)).toMatchObject({ breaches: [] });
  });

  it('goes on in new runs, also where calls have been asked for or wait', async () => {
    const inShortRuns = { ...subject, args: [...subject.args, '12'] };
    for (const kills of [[], [60]]) {
      expect(await crashed(undisturbed, kills, inShortRuns)).toMatchObject({ breaches: [] });
    }
  });

  it('leaves alone what was taken over while it was stopped', async () => {
    expect(await haunted(undisturbed, 60, subject)).toMatchObject({ kills: 1, breaches: [] });
  });
});
