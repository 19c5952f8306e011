import { progressOf } from '../progress.ts';
import { noticed, wrongWithout } from './hunt.ts';
import { ORCHESTRA_MUTANTS } from './mutants.ts';
import type { Backing } from './orders.ts';
import { chosenScenes, type Chosen } from './scenes.ts';
import { orchestraStory } from './story.ts';

/** Tells the story of three processes with the chosen kills, and prints what came of it. */
export async function tellOrchestra(backing: Backing, chosen: Chosen): Promise<boolean> {
  let progress = progressOf(0);
  const { points, told, breaches } = await orchestraStory({
    backing,
    scenes(ofJourney) {
      const scenes = chosenScenes(ofJourney, chosen);
      progress = progressOf(scenes.length + 2);
      return scenes;
    },
    onScene: () => progress.done(),
  });
  for (const breach of breaches) progress.say(breach);
  for (const [kind, { scenes, kills }] of told) {
    progress.say(`${kind.padEnd(24)} ${scenes} journeys, ${kills} kills`);
  }
  const passed = Object.entries(points).map(([role, count]) => `${count} of the ${role}`);
  progress.say(`points: ${passed.join(', ')}; ${breaches.length} breaches`);
  return breaches.length === 0;
}

const SHOWN = 160;

/** Breaks each rule whose name has a text on purpose, and names those that no kill shows. */
export async function huntOrchestraMutants(backing: Backing, only: string): Promise<boolean> {
  const mutants = ORCHESTRA_MUTANTS.filter(({ name }) => name.includes(only));
  const progress = progressOf(mutants.length);
  const wrong = await wrongWithout(mutants, backing);
  for (const one of wrong) progress.say(`without a mutant: ${one}`);
  if (wrong.length > 0) return false;
  let caught = 0;
  for (const mutant of mutants) {
    const breach = await noticed(mutant, backing);
    progress.done();
    if (breach !== undefined) caught += 1;
    progress.say(`${breach === undefined ? 'SURVIVED' : 'caught  '}  ${mutant.name}`);
    if (breach !== undefined) progress.say(`          ${breach.slice(0, SHOWN)}`);
  }
  progress.say(`${mutants.length} mutants: ${caught} caught`);
  return mutants.length > 0 && caught === mutants.length;
}
