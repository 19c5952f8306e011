import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashed, haunted, undisturbedStory } from '../../crash/crash.ts';
import { once } from '../../crash/once.ts';
import { AWAITED_POINTS, type SceneName } from '../../crash/scenario.ts';
import type { Subject, Told } from '../../crash/story.ts';
import { chooseSample } from '../../sample-size.ts';
import { openCrashStage, type CrashStage } from '../crash-stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));

/** Stories killed in the tests; `npm run test:crash -- --temporal` takes as many as it is told to. */
const SAMPLE = chooseSample({ small: 2, usual: 3, whole: 10 });

// A story has a world, a store and a queue of its own, and mostly waits until a worker counts as dead.
describe.concurrent('a process that runs tasks on Temporal', () => {
  let stage: CrashStage;
  let subject: Subject;
  let undisturbed: Told;
  const inScene = (scene: SceneName): Subject => ({ ...subject, scenes: [scene] });
  const signedAlone = once(() => undisturbedStory(inScene('signed')));
  const awaitedAlone = once(() => undisturbedStory(inScene('awaited')));

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

  it.each(Array.from({ length: SAMPLE }, (_, story) => story))(
    'may be killed at any point: %d',
    async (story) => {
      const { points } = undisturbed;
      expect(points).toBeGreaterThan(70);
      // How many points there are differs from time to time; the last quarter may not be reached.
      const at = 1 + Math.floor(((story + 0.5) * 0.75 * points) / SAMPLE);
      expect(await crashed(undisturbed, [at], subject)).toMatchObject({ kills: 1, breaches: [] });
    },
  );

  it('may be killed again while it recovers', async () => {
    expect(await crashed(undisturbed, [40, 22, 14], subject)).toMatchObject({ breaches: [] });
  });

  it.each(['after model > after commit', 'after accepting m16', 'after sign'])(
    'may be killed %s, when a response goes on with a decision',
    async (killAt) => {
      const alone = await signedAlone();
      expect(await crashed(alone, [killAt], inScene('signed'))).toMatchObject({
        kills: 1,
        breaches: [],
      });
    },
  );

  it.each(Object.entries(AWAITED_POINTS))(
    'goes on with a call that waits for another task, killed %s',
    async (_when, killAt) => {
      const alone = await awaitedAlone();
      expect(await crashed(alone, [killAt], inScene('awaited'))).toMatchObject({
        kills: 1,
        breaches: [],
      });
    },
  );

  it('goes on in new runs, where a call waits for another task', async () => {
    const inShortRuns = { ...inScene('awaited'), args: [...subject.args, '12'] };
    expect(await crashed(await awaitedAlone(), [], inShortRuns)).toMatchObject({ breaches: [] });
  });

  it.each([[[]], [[60]]])(
    'goes on in new runs, also where calls have been asked for or wait, killed at %j',
    async (kills) => {
      const inShortRuns = { ...subject, args: [...subject.args, '12'] };
      expect(await crashed(undisturbed, kills, inShortRuns)).toMatchObject({ breaches: [] });
    },
  );

  // By itself, because a worker counts as dead here after half a second.
  it('leaves alone what was taken over while it was stopped', { concurrent: false }, async () => {
    expect(await haunted(undisturbed, 60, subject)).toMatchObject({ kills: 1, breaches: [] });
  });
});
