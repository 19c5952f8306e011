import { setTimeout as pause } from 'node:timers/promises';
import { tasksAt } from './asking.ts';
import { plan, STEPS, type Planned, type Step } from './journey.ts';
import { openOrchestra, type Orchestra } from './orchestra.ts';
import { orchestraBreaches } from './orchestra-verdict.ts';

const VICTIMS = ['bridge', 'coordinator', 'specialists', 'all'] as const;
type Victim = (typeof VICTIMS)[number];

/** A journey, and the process that is killed at a step. */
export interface Scene {
  readonly step: Step;
  readonly victim: Victim;
}

/** Every process at every step. */
export const ALL_SCENES: readonly Scene[] = STEPS.flatMap((step) =>
  VICTIMS.map((victim) => ({ step, victim })),
);

export interface OrchestraStory {
  readonly scenes: readonly Scene[];
  /** Number of kills at random moments, while journeys are planned one after the other. */
  readonly kills: number;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  /** Additional arguments of `timestep serve coordinator`. */
  readonly served?: readonly string[];
  readonly onKill?: (done: number, victim: Victim, step: string) => void;
}

export interface OrchestraOutcome {
  readonly journeys: number;
  readonly bookings: number;
  readonly kills: number;
  readonly seconds: number;
  readonly breaches: readonly string[];
}

const LONGEST_LIFE_MS = 5000;
const LONGEST_DEATH_MS = 1500;
/** Time limit for the answer of every journey, on any machine. */
const LAST_ANSWER_MS = 300_000;

/**
 * Plans journeys, kills the processes between the client and the booking, and checks the results.
 */
export async function orchestraStory(story: OrchestraStory): Promise<OrchestraOutcome> {
  const { scenes, kills, random, onKill } = story;
  const begunAt = Date.now();
  const orchestra = await openOrchestra(story.served);
  const planned: Planned[] = [];
  const lost: { readonly day: string; readonly why: string }[] = [];
  let killed = 0;

  async function journey(at: (step: Step) => Promise<void>): Promise<void> {
    const day = `day ${planned.length + lost.length + 1}`;
    const signal = AbortSignal.timeout(LAST_ANSWER_MS);
    const { bridge: client, url: agent } = orchestra;
    try {
      planned.push(await plan({ day, agent, client, at, signal }));
    } catch (thrown) {
      lost.push({ day, why: String(thrown) });
    }
  }

  async function kill(victim: Victim, step: string, deathMs: number): Promise<void> {
    await killOf(orchestra, victim, deathMs);
    killed += 1;
    onKill?.(killed, victim, step);
  }

  try {
    for (const { step, victim } of scenes) {
      await journey(async (reached) => {
        if (reached === step) await kill(victim, step, 0);
      });
    }
    const over = new AbortController();
    if (kills === 0) over.abort();
    const journeys = (async () => {
      while (!over.signal.aborted) await journey(async () => undefined);
    })();
    for (let left = kills; left > 0; left -= 1) {
      await pause(random() * LONGEST_LIFE_MS);
      const victim = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'all';
      await kill(victim, 'at random', random() * LONGEST_DEATH_MS);
    }
    over.abort();
    await journeys;
    const bookings = orchestra.bookings();
    const tasks = await tasksAt(orchestra.url);
    return {
      journeys: planned.length + lost.length,
      bookings: bookings.length,
      kills: killed,
      seconds: Math.round((Date.now() - begunAt) / 1000),
      breaches: orchestraBreaches({ planned, lost, bookings, tasks }),
    };
  } finally {
    await orchestra.close();
  }
}

/**
 * Kills a process like a power failure, and restarts it. The client restarts the bridge with its
 * next call.
 */
async function killOf(
  { bridge, coordinator, specialists }: Orchestra,
  victim: Victim,
  deathMs: number,
): Promise<void> {
  const programs = {
    bridge: [],
    coordinator: [coordinator],
    specialists: [specialists],
    all: [coordinator, specialists],
  }[victim];
  const bridges = victim === 'bridge' || victim === 'all' ? [bridge] : [];
  await Promise.all([...programs, ...bridges].map((program) => program.kill()));
  await pause(deathMs);
  await Promise.all(programs.map((program) => program.start()));
}
