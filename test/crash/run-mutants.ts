import { bundledSubject, hunted, tried } from './hunt.ts';
import { MUTANTS, type Trial } from './mutants.ts';
import { progressOf } from './progress.ts';
import type { Subject, Told } from './story.ts';

/** Breaks each rule on purpose, one at a time, and names those that nobody noticed. */
export async function huntMutants(
  undisturbed: Told,
  usual: Subject,
  folder: string,
): Promise<boolean> {
  const trials = new Map(MUTANTS.map(({ trial }) => [JSON.stringify(trial), trial]));
  const progress = progressOf(trials.size + MUTANTS.length);
  // A story that fails anyway would catch everything.
  for (const trial of trials.values()) {
    const { name, breaches } = await tried(undisturbed, trial, usual);
    progress.done();
    for (const breach of breaches) progress.say(`without a mutant, ${name}: ${breach}`);
    if (breaches.length > 0) return false;
  }
  const survived: string[] = [];
  for (const [index, mutant] of MUTANTS.entries()) {
    const { script } = await bundledSubject(folder, `mutant-${index}`, mutant.edits);
    const { breach } = await hunted(undisturbed, mutant, { ...usual, script });
    progress.done();
    const found = breach?.split('\n')[0]?.slice(0, SHOWN);
    progress.say(`${breach === undefined ? 'SURVIVED' : 'caught  '}  ${mutant.name}`);
    if (found === undefined) survived.push(mutant.name);
    else progress.say(`          ${placeOf(mutant.trial)}: ${found}`);
  }
  const caught = MUTANTS.length - survived.length;
  for (const name of survived) progress.say(`nobody noticed that ${name}`);
  progress.say(`${MUTANTS.length} mutants: ${caught} caught`);
  return survived.length === 0;
}

const SHOWN = 160;

function placeOf({ how, at }: Trial): string {
  return at === 0 ? how : `${how} ${at}`;
}
