import { setTimeout } from 'node:timers/promises';
import { beClient, type Limits } from './client.ts';
import type { KillPoint, Moment } from './kill-points.ts';
import { startLife, type Life, type StoryProcess } from './life.ts';
import { openOutside } from './outside.ts';
import type { StoryRecord } from './records.ts';

export const LIMITS: Limits = { answer: 180_000, unknown: 5000, still: 15_000, stream: 3000 };

/** A story as it happened, and what its processes wrote to stderr. */
export interface Story {
  readonly record: StoryRecord;
  readonly said: string;
}

/** Tells one story, in which the process is killed at the point, and the next one started. */
export async function tellStory(place: StoryProcess, point: KillPoint | undefined): Promise<Story> {
  const killing: { moment: Moment | undefined; done: Promise<void> } = {
    moment: undefined,
    done: Promise.resolve(),
  };
  let life: Life | undefined;
  let diedAt: number | undefined;

  const pass = (moment: Moment): void => {
    if (!point || !life || killing.moment !== undefined || moment !== point.moment) return;
    killing.moment = moment;
    const running = life;
    killing.done = setTimeout(point.delayMs).then(async () => {
      await running.killAndRestart();
      diedAt = running.startedAt();
    });
  };

  const outside = await openOutside(pass);
  try {
    life = await startLife(place, outside.url);
    await isServing(life);
    const deps = {
      url: life.url,
      world: outside.url,
      pass,
      startedAt: life.startedAt,
      limits: LIMITS,
    };
    const watching = watchForProgress(() => diedAt, place.story, life, outside.firstAskedAfter);
    let outcome = await beClient(place.story, deps);
    await killing.done;
    // What was answered must still be there after a kill that comes later.
    if (killing.moment === 'the answer has ended') {
      const again = await beClientAgain(place.story, deps);
      if (again !== outcome.answer) outcome = { ...outcome, answer: undefined, failure: 'gone' };
    }
    const { accepted, answer, failure, approvals, streamed } = outcome;
    return {
      record: {
        killedAt: killing.moment,
        accepted,
        answer,
        failure,
        effects: outside.effects,
        modelCalls: outside.modelCalls(),
        approvals,
        streamed,
        wentOnMs: await watching.stop(),
      },
      said: life.said(),
    };
  } finally {
    await killing.done;
    await life?.end();
    await outside.close();
  }
}

export async function isServing({ url, startedAt, said, hasEnded }: Life): Promise<void> {
  while (!hasEnded() && performance.now() - startedAt() < LIMITS.answer) {
    if (await isUp(url)) return;
    await setTimeout(LOOK_MS);
  }
  throw new Error(`the process does not serve: ${said()}`);
}

const LOOK_MS = 10;

async function isUp(url: string): Promise<boolean> {
  try {
    await (await fetch(`${url}/cpu`, { headers: { connection: 'close' } })).text();
    return true;
  } catch {
    return false;
  }
}

/** Returns the answer that the next process shows. */
async function beClientAgain(
  task: string,
  { url, startedAt, limits }: Parameters<typeof beClient>[1],
): Promise<string | undefined> {
  let servedAt: number | undefined;
  while (performance.now() - startedAt() < limits.answer) {
    try {
      const look = (await (await fetch(`${url}/look/${task}`)).json()) as { answer?: string };
      if (look.answer !== undefined) return look.answer;
      servedAt ??= performance.now();
    } catch {
      // The next process is not there yet.
    }
    if (servedAt !== undefined && performance.now() - servedAt > limits.unknown) return undefined;
    await setTimeout(LOOK_MS);
  }
  return undefined;
}

/**
 * Measures how long after its start the next process went on: it asked for something outside, or
 * showed the client a question or an answer.
 */
function watchForProgress(
  diedAt: () => number | undefined,
  task: string,
  { url }: Life,
  firstAskedAfter: (time: number) => number | undefined,
): { stop(): Promise<number | undefined> } {
  const state = { isOver: false };
  let wentOnMs: number | undefined;
  const watching = (async () => {
    while (!state.isOver && wentOnMs === undefined) {
      await setTimeout(LOOK_MS);
      const since = diedAt();
      if (since === undefined) continue;
      const askedAt = firstAskedAfter(since);
      if (askedAt !== undefined) wentOnMs = askedAt - since;
      else if (await isShown(url, task)) wentOnMs = performance.now() - since;
    }
  })();
  return {
    async stop() {
      state.isOver = true;
      await watching;
      return wentOnMs;
    },
  };
}

async function isShown(url: string, task: string): Promise<boolean> {
  try {
    const look = (await (await fetch(`${url}/look/${task}`)).json()) as { state?: string };
    return look.state === 'waiting' || look.state === 'ended';
  } catch {
    return false;
  }
}
