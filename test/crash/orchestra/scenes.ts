import { ROLES, type Role } from './orders.ts';
import type { Scene } from './story.ts';

export interface Chosen {
  /** Of all points one in so many. */
  readonly every: number;
  /** How many journeys have three kills at random. */
  readonly runs: number;
  /** In [0, 1). */
  readonly random: () => number;
}

/** A kill of one process, and a kill of all three, at each chosen point of each process; then three at random. */
export function chosenScenes(
  points: Readonly<Record<Role, number>>,
  { every, runs, random }: Chosen,
): readonly Scene[] {
  const places = ROLES.flatMap((role) =>
    Array.from({ length: points[role] }, (_, index) => ({ role, at: index + 1 })),
  ).filter((_, index) => (index + 1) % every === 0);
  // Points are counted anew after each kill, and three are to find room in one journey.
  const anywhere = (): { role: Role; at: number } => {
    const role = ROLES[Math.floor(random() * ROLES.length)] ?? 'bridge';
    return { role, at: 1 + Math.floor((random() * points[role]) / 3) };
  };
  return [
    ...places.map((place) => ({ kind: `the ${place.role} killed`, strikes: [place] })),
    ...places.map((place) => ({ kind: 'all killed', strikes: [{ ...place, isForAll: true }] })),
    ...Array.from({ length: runs }, () => ({
      kind: 'thrice at random',
      strikes: [anywhere(), anywhere(), anywhere()],
    })),
  ];
}
