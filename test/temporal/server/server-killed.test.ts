import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { undisturbedStory } from '../../crash/crash.ts';
import { breaches } from '../../crash/breaches.ts';
import { startSubject, type Told } from '../../crash/story.ts';
import { createWorld } from '../../crash/world.ts';
import { openCrashStage, type CrashStage } from '../crash-stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
let stage: CrashStage;

beforeAll(async () => {
  stage = await openCrashStage(folder);
});
afterAll(async () => {
  await stage?.server.stop();
  rmSync(folder, { recursive: true });
});

/** Milliseconds into the story at which the server is killed. */
const KILLS = [700, 1100, 1600];

it('loses nothing when the server is killed', async () => {
  const { server, subject } = stage;
  const undisturbed = await undisturbedStory(subject);
  const world = await createWorld();
  try {
    const path = join(folder, 'killed.db');
    let told: Told | undefined;
    for (const ms of [...KILLS, undefined]) {
      // Who was refused sends again: the story is told anew until it is answered.
      const telling = startSubject({ path, world, subject }).told.catch(() => undefined);
      if (ms !== undefined) {
        await after(ms);
        await server.kill();
        await after(300);
        await server.restart();
      }
      told = await telling;
    }
    expect(told && breaches(told, world, { undisturbed })).toEqual([]);
  } finally {
    await world.close();
  }
});
