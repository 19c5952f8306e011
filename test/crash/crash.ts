import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breaches, SQLITE_SUBJECT, startSubject, type Subject, type Told } from './story.ts';
import { createWorld, type World } from './world.ts';

export interface Outcome {
  readonly name: string;
  /** How many kills happened; a later process may have ended before its point. */
  readonly kills: number;
  readonly breaches: readonly string[];
}

/** The story without a crash: what others are compared with. */
export function undisturbedStory(subject?: Subject): Promise<Told> {
  return inNewFolder(async (path, world) => {
    const told = await startSubject({ path, world, ...(subject && { subject }) }).told;
    if (!told) throw new Error('the undisturbed story was killed');
    const broken = breaches(told, world, undefined);
    if (broken.length > 0) throw new Error(`the undisturbed story is wrong: ${broken.join('; ')}`);
    return told;
  });
}

/** Kills one process after the other at the given points, then sees the story through. */
export function crashed(
  undisturbed: Told,
  killPoints: readonly number[],
  subject: Subject = SQLITE_SUBJECT,
): Promise<Outcome> {
  return inNewFolder(async (path, world) => {
    let kills = 0;
    let told: Told | undefined;
    for (const killAt of [...killPoints, 0]) {
      told = await startSubject({ path, world, killAt, subject }).told;
      if (told) break;
      kills += 1;
    }
    const found = told ? breaches(told, world, undisturbed) : ['the last process was killed'];
    return { name: `killed at ${killPoints.join(', ')}`, kills, breaches: found };
  });
}

const LEASE_MS = 500;

/**
 * Stops a process at a point without killing it; another takes over once the lease has run out and
 * sees the story through; then the first goes on, and must find itself fenced.
 */
export function haunted(
  undisturbed: Told,
  stopAt: number,
  usual: Subject = SQLITE_SUBJECT,
): Promise<Outcome> {
  const subject = { ...usual, leaseMs: LEASE_MS };
  return inNewFolder(async (path, world) => {
    const zombie = startSubject({ path, world, killAt: stopAt, signal: 'SIGSTOP', subject });
    const isOver = await Promise.race([
      zombie.told.then(() => true),
      zombie.stopped.then(() => false),
    ]);
    if (isOver) return { name: `stopped at ${stopAt}`, kills: 0, breaches: [] };
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
    const told = await startSubject({ path, world, subject }).told;
    process.kill(zombie.pid, 'SIGCONT');
    // Fenced, it either ends with an error or finds everything done.
    await zombie.told.catch(() => undefined);
    const found = told ? breaches(told, world, undisturbed) : ['the heir was killed'];
    return { name: `stopped at ${stopAt}`, kills: 1, breaches: found };
  });
}

async function inNewFolder<T>(tell: (path: string, world: World) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-crash-'));
  const world = await createWorld();
  try {
    return await tell(join(folder, 'tasks.db'), world);
  } finally {
    await world.close();
    rmSync(folder, { recursive: true });
  }
}
