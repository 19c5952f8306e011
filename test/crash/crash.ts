import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breaches, type Comparison } from './breaches.ts';
import { fencing, isBeingWritten } from './fencing.ts';
import { openLedger } from './ledger.ts';
import type { KillAt } from './kill-points.ts';
import { WIRED_SCENES } from './scenario.ts';
import {
  SQLITE_SUBJECT,
  startSubject,
  type Running,
  type Subject,
  type SubjectOptions,
  type Told,
} from './story.ts';
import { createWorld, type World } from './world.ts';

export interface Outcome {
  readonly name: string;
  /** How many kills happened; a later process may have ended before its point. */
  readonly kills: number;
  readonly breaches: readonly string[];
}

/** What a story is told with, and judged by. */
interface Telling {
  readonly world: World;
  readonly path: string;
  readonly subject: Subject;
  /** Starts a process; what is left of it when the story is over is killed. */
  readonly start: (more?: Partial<SubjectOptions>) => Running;
}

/** The story without a crash: what others are compared with. */
export async function undisturbedStory(subject: Subject = SQLITE_SUBJECT): Promise<Told> {
  return inNewFolder(subject, async (telling) => {
    const told = await telling.start().told;
    if (!told) throw new Error('the undisturbed story was killed');
    const broken = await judged(telling, told, {});
    if (broken.length > 0) throw new Error(`the undisturbed story is wrong: ${broken.join('; ')}`);
    return told;
  });
}

/** Kills one process after the other at the given points, then sees the story through. */
export function crashed(
  undisturbed: Told,
  killPoints: readonly KillAt[],
  subject: Subject = SQLITE_SUBJECT,
): Promise<Outcome> {
  return outcomeOf(`killed at ${killPoints.join(', ')}`, subject, async (telling) => {
    let kills = 0;
    let told: Told | undefined;
    for (const killAt of [...killPoints, 0]) {
      told = await telling.start({ killAt }).told;
      if (told) break;
      kills += 1;
    }
    return { kills, breaches: await judged(telling, told, { undisturbed }) };
  });
}

const LEASE_MS = 500;

/** Two processes live at once, and only one of them is behind the way in. */
function withoutWires(subject: Subject): Subject {
  return { ...subject, scenes: subject.scenes.filter((scene) => !WIRED_SCENES.includes(scene)) };
}

/**
 * Stops a process at a point without killing it; another takes over once the lease has run out and
 * sees the story through; then the first goes on, and must find itself fenced. What became of the tasks
 * is read after that. One that is stopped inside a commit goes on before there is another.
 */
export function haunted(
  undisturbed: Told,
  stopAt: KillAt,
  usual: Subject = SQLITE_SUBJECT,
): Promise<Outcome> {
  const subject = { ...withoutWires(usual), leaseMs: LEASE_MS };
  return outcomeOf(`stopped at ${stopAt}`, subject, async (telling) => {
    const zombie = telling.start({ killAt: stopAt, signal: 'SIGSTOP' });
    if (await isOverBeforeItStops(zombie)) return { kills: 0, breaches: [] };
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
    // Inside a commit it keeps the file to itself, and no other process can write.
    if (!isBeingWritten(telling.path)) await telling.start().told;
    zombie.goOn();
    // Fenced, it either ends with an error or finds everything done.
    await zombie.told.catch(() => undefined);
    const told = await telling.start().told;
    const zombies = [zombie.pid];
    return { kills: 1, breaches: await judged(telling, told, { undisturbed, zombies }) };
  });
}

/** Attempts to stop two processes of which neither is inside a transaction that writes. */
const MAX_ATTEMPTS = 5;

/**
 * Stops a process before it commits, lets another take over and stops it before it writes anything,
 * and has the first go on: nothing but the new owner's epoch may tell it not to write.
 */
export async function fenced(
  undisturbed: Told,
  stopAt: KillAt,
  heirs: Subject = SQLITE_SUBJECT,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await fencedOnce(undisturbed, stopAt, heirs);
    const isSeenThrough = outcome.kills === 1 && outcome.breaches.length === 0;
    if (!isSeenThrough || attempt === MAX_ATTEMPTS) return outcome;
  }
}

function fencedOnce(undisturbed: Told, stopAt: KillAt, heirs: Subject): Promise<Outcome> {
  const asHeir = withoutWires(heirs);
  const usual = { ...asHeir, leaseMs: LEASE_MS };
  return outcomeOf(`overtaken at ${stopAt}`, usual, async (telling) => {
    const signal = 'SIGSTOP';
    const zombie = telling.start({ signal, killAt: [stopAt, 'after commit'] });
    if (await isOverBeforeItStops(zombie)) return { kills: 0, breaches: [] };
    // A process that is stopped while a thread of it writes keeps the file to itself.
    if (isBeingWritten(telling.path)) return seenThrough(telling, [zombie], undisturbed);
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
    const fence = fencing(telling.path);
    const heir = telling.start({ signal, killAt: 'before commit', subject: asHeir });
    if (await isOverBeforeItStops(heir)) return { kills: 1, breaches: ['the heir is stopped'] };
    if (isBeingWritten(telling.path)) return seenThrough(telling, [heir, zombie], undisturbed);
    const taken = fence.taken();
    zombie.goOn();
    // Fenced, it may also end with an error before it stops again.
    await isOverBeforeItStops(zombie).catch(() => true);
    const found = [...taken.breaches, ...fence.written(taken.ids)];
    heir.goOn();
    await heir.told;
    zombie.goOn();
    await zombie.told.catch(() => undefined);
    const told = await telling.start().told;
    const zombies = [zombie.pid];
    found.push(...(await judged(telling, told, { undisturbed, zombies })));
    return { kills: 2, breaches: found };
  });
}

/** Lets processes go on, one after the other, that were stopped where no other one could do anything. */
async function seenThrough(
  telling: Telling,
  stopped: readonly Running[],
  undisturbed: Told,
): Promise<Omit<Outcome, 'name'>> {
  for (const running of stopped) {
    running.goOn();
    while (!(await isOverBeforeItStops(running).catch(() => true))) running.goOn();
  }
  const told = await telling.start().told;
  const zombies = stopped.map(({ pid }) => pid);
  return { kills: 1, breaches: await judged(telling, told, { undisturbed, zombies }) };
}

const LOOK_MS = 5;

/**
 * Two processes share the file. The first drives the tasks and is killed; the second sends what is for
 * them, as mail, and sees the story through.
 */
export function beside(
  undisturbed: Told,
  killAt: KillAt,
  usual: Subject = SQLITE_SUBJECT,
): Promise<Outcome> {
  const subject = withoutWires(usual);
  return outcomeOf(`killed beside another at ${killAt}`, subject, async (telling) => {
    const driver = telling.start({ killAt, mute: ['m6', 'cancel'] });
    const ledger = openLedger(telling.world.ledger);
    const isOver = driver.told.then(() => true);
    const hasBegun = (): boolean => ['m5', 'm10'].every((id) => ledger.acceptedFor(id));
    while (!hasBegun() && !(await Promise.race([isOver, pause(false)])));
    const other = telling.start();
    const [first] = await Promise.all([driver.told, other.told]);
    const told = await telling.start().told;
    const found = await judged(telling, told, { undisturbed, isShared: true });
    return { kills: first ? 0 : 1, breaches: found };
  });
}

async function pause<T>(value: T): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  return value;
}

async function isOverBeforeItStops(running: Running): Promise<boolean> {
  return Promise.race([running.told.then(() => true), running.stopped().then(() => false)]);
}

async function judged(
  { world, path, subject }: Telling,
  told: Told | undefined,
  comparison: Comparison,
): Promise<string[]> {
  if (!told) return ['the last process is not killed'];
  return [...breaches(told, world, comparison), ...(await subject.problemsIn(path))];
}

/** A story that fails, or does not end, breaks what it tells of. */
async function outcomeOf(
  name: string,
  subject: Subject,
  tell: (telling: Telling) => Promise<Omit<Outcome, 'name'>>,
): Promise<Outcome> {
  try {
    return { name, ...(await inNewFolder(subject, tell)) };
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    return { name, kills: 0, breaches: [said] };
  }
}

async function inNewFolder<T>(
  subject: Subject,
  tell: (telling: Telling) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-crash-'));
  const path = join(folder, 'tasks.db');
  const started: Running[] = [];
  const world = await createWorld();
  try {
    const oldTasks = await subject.prepare(path);
    const start: Telling['start'] = (more = {}) => {
      const running = startSubject({ world, path, subject, oldTasks, ...more });
      started.push(running);
      return running;
    };
    return await tell({ world, path, subject, start });
  } finally {
    for (const running of started) running.end();
    await Promise.allSettled(started.map(({ told }) => told));
    await world.close();
    rmSync(folder, { recursive: true });
  }
}
