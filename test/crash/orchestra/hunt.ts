import type { Backing } from './orders.ts';
import type { OrchestraMutant } from './mutants.ts';
import { CALM, orchestraStory } from './story.ts';

/** A journey that is over by then in a process where no rule is broken, and whose loss shows one that is. */
const BOUND_MS = 20_000;

const CALM_TITLES = CALM.map(({ kind }) => `(${kind})`);

/**
 * What gave a mutant away in a journey with a kill; nothing where it was not noticed. Throws where journeys
 * without a kill fail as well, because any test would notice that.
 */
export async function noticed(
  { name, edits, strikes }: OrchestraMutant,
  backing: Backing,
): Promise<string | undefined> {
  for (const strike of strikes) {
    const scene = { kind: name, strikes: [strike] };
    const { breaches } = await orchestraStory({
      backing,
      edits,
      scenes: () => [scene],
      boundMs: BOUND_MS,
    });
    const calm = breaches.find((breach) => CALM_TITLES.some((title) => breach.includes(title)));
    if (calm !== undefined) throw new Error(`without a kill, ${name}: ${calm}`);
    if (breaches[0] !== undefined) return breaches[0];
  }
  return undefined;
}

/** What is wrong without mutants at the places where they are to show; a place that no process comes to as well. */
export async function wrongWithout(
  mutants: readonly OrchestraMutant[],
  backing: Backing,
): Promise<readonly string[]> {
  const places = new Map(
    mutants.flatMap(({ strikes }) =>
      strikes.map((strike) => [`${strike.role} ${strike.at}`, strike] as const),
    ),
  );
  const scenes = [...places].map(([kind, strike]) => ({ kind, strikes: [strike] }));
  const { breaches, told } = await orchestraStory({ backing, scenes: () => scenes });
  const missed = scenes.filter(({ kind }) => told.get(kind)?.kills !== 1);
  return [...breaches, ...missed.map(({ kind }) => `no process came to ${kind}`)];
}
