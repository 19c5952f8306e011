import { tasksAt } from '../../interop/kill/asking.ts';
import { plan, type Planned } from '../../interop/kill/journey.ts';
import { orchestraBreaches } from '../../interop/kill/orchestra-verdict.ts';
import type { Edit } from '../edit.ts';
import type { Strike } from './ambushes.ts';
import type { Backing, Role } from './orders.ts';
import { recordBreaches } from './record-breaches.ts';
import { openStage, type Stage } from './stage.ts';

/** A journey, and who is killed in it. */
export interface Scene {
  readonly kind: string;
  readonly strikes: readonly Strike[];
}

export interface OrchestraStory {
  readonly backing: Backing;
  /** Rules that are broken on purpose. */
  readonly edits?: readonly Edit[];
  /** The scenes of the story, by the points that a journey without a crash passes. */
  readonly scenes: (points: Readonly<Record<Role, number>>) => readonly Scene[];
  /** After so many milliseconds a journey counts as lost. */
  readonly boundMs?: number;
  readonly onScene?: (scene: Scene, kills: number) => void;
}

export interface OrchestraOutcome {
  readonly points: Readonly<Record<Role, number>>;
  /** Scenes, and kills in them, by kind; a journey may have ended before a process came to its point. */
  readonly told: ReadonlyMap<string, { readonly scenes: number; readonly kills: number }>;
  readonly breaches: readonly string[];
}

/** More than a journey takes on any machine. */
const BOUND_MS = 120_000;

/** The first journey begins connections, so the second is the one that is counted. */
export const CALM: readonly Scene[] = ['first', 'calm'].map((kind) => ({ kind, strikes: [] }));

/** Has journeys booked one after the other, kills processes, and judges answers, bookings and records. */
export async function orchestraStory(story: OrchestraStory): Promise<OrchestraOutcome> {
  const { backing, edits = [], boundMs = BOUND_MS, onScene } = story;
  const stage = await openStage(backing, edits);
  const planned: Planned[] = [];
  const lost: { readonly day: string; readonly why: string }[] = [];
  const told = new Map<string, { readonly scenes: number; readonly kills: number }>();

  async function play(scene: Scene): Promise<void> {
    const { kind, strikes } = scene;
    const day = `day ${planned.length + lost.length + 1} (${titleOf(scene)})`;
    stage.order(strikes);
    try {
      planned.push(await planIn(stage, day, boundMs));
    } catch (thrown) {
      lost.push({ day, why: String(thrown) });
    }
    const kills = await stage.struck();
    const before = told.get(kind) ?? { scenes: 0, kills: 0 };
    told.set(kind, { scenes: before.scenes + 1, kills: before.kills + kills });
    onScene?.(scene, kills);
  }

  try {
    for (const scene of CALM) await play(scene);
    const points = stage.passed();
    for (const scene of story.scenes(points)) await play(scene);
    const tasks = await tasksAt(stage.coordinator.url);
    const called = await tasksAt(`${stage.specialist.url}/agents/travel`);
    const journeys = planned.length + lost.length;
    return {
      points,
      told,
      breaches: [
        ...orchestraBreaches({ planned, lost, bookings: stage.bookings(), tasks }),
        ...recordBreaches('coordinator', tasks, journeys),
        ...recordBreaches('specialist', called, journeys),
      ],
    };
  } finally {
    await stage.close();
  }
}

function planIn(stage: Stage, day: string, boundMs: number): Promise<Planned> {
  const { bridge: client, coordinator } = stage;
  const at = async (): Promise<void> => undefined;
  const signal = AbortSignal.timeout(boundMs);
  return plan({ day, agent: coordinator.url, client, at, signal });
}

function titleOf({ kind, strikes }: Scene): string {
  const places = strikes.map(({ role, at }) => `${role} ${at}`);
  return [kind, ...places].join(', ');
}
