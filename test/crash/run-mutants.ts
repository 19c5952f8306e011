import { bundledSubject, hunted, tried } from './hunt.ts';
import type { Trial } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { progressOf } from './progress.ts';
import type { Subject, Told } from './story.ts';

/**
 * Breaks each rule whose name has a text on purpose, one at a time, and names those that nobody noticed. No
 * such rule counts as not noticed.
 */
export async function huntMutants(
  undisturbed: Told,
  usual: Subject,
  folder: string,
  only: string,
): Promise<boolean> {
  const mutants = MUTANTS.filter(({ name }) => name.includes(only));
  const trials = new Map(mutants.map(({ trial }) => [JSON.stringify(trial), trial]));
  const progress = progressOf(trials.size + mutants.length);
  // A story that fails anyway would catch everything.
  for (const trial of trials.values()) {
    const { name, kills, breaches } = await tried(undisturbed, trial, usual);
    progress.done();
    for (const breach of breaches) progress.say(`without a mutant, ${name}: ${breach}`);
    // Where the story never passes the point, it says nothing of the rules.
    const isPassed = trial.how !== 'killed' || kills > 0;
    if (!isPassed) progress.say(`without a mutant, ${name}: no process came to that point`);
    if (breaches.length > 0 || !isPassed) return false;
  }
  const survived: string[] = [];
  for (const [index, mutant] of mutants.entries()) {
    const { script } = await bundledSubject(folder, `mutant-${index}`, mutant.edits);
    const { breach } = await hunted(undisturbed, mutant, { ...usual, script });
    progress.done();
    const found = breach?.split('\n')[0]?.slice(0, SHOWN);
    progress.say(`${breach === undefined ? 'SURVIVED' : 'caught  '}  ${mutant.name}`);
    if (found === undefined) survived.push(mutant.name);
    else progress.say(`          ${placeOf(mutant.trial)}: ${found}`);
  }
  const caught = mutants.length - survived.length;
  for (const name of survived) progress.say(`nobody noticed that ${name}`);
  progress.say(`${mutants.length} mutants: ${caught} caught`);
  return mutants.length > 0 && survived.length === 0;
}

const SHOWN = 160;

function placeOf({ how, at }: Trial): string {
  return at === 0 ? how : `${how} ${at}`;
}
