import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.ts';
import { beside, crashed, fenced, haunted, type Outcome } from './crash.ts';
import type { Edit } from './edit.ts';
import type { Mutant, Trial } from './mutant.ts';
import { SQLITE_SUBJECT, type Subject, type Told } from './story.ts';

export interface Hunt {
  readonly mutant: Mutant;
  /** What gave it away; nothing where it survived. */
  readonly breach: string | undefined;
}

/** A subject that starts fast, and in whose sources some rules may be broken. */
export async function bundledSubject(
  folder: string,
  name: string,
  edits: readonly Edit[] = [],
): Promise<Subject> {
  const script = join(folder, `${name}.mjs`);
  await bundle(fileURLToPath(new URL('subject.ts', import.meta.url)), script, edits);
  return { ...SQLITE_SUBJECT, script };
}

/** Tells the story of a trial. */
export function tried(
  undisturbed: Told,
  { how, at, scenes }: Trial,
  usual: Subject,
): Promise<Outcome> {
  const subject = { ...usual, scenes };
  switch (how) {
    case 'killed':
      return crashed(undisturbed, [at], subject);
    case 'stopped':
      return haunted(undisturbed, at, subject);
    case 'overtaken':
      return fenced(undisturbed, at, subject);
    case 'beside':
      return beside(undisturbed, at, subject);
  }
}

/** Sees whether a mutant is noticed; `subject` runs it. */
export async function hunted(undisturbed: Told, mutant: Mutant, subject: Subject): Promise<Hunt> {
  const { trial, tries = 1 } = mutant;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const [breach] = (await tried(undisturbed, trial, subject)).breaches;
    if (breach !== undefined) return { mutant, breach };
  }
  return { mutant, breach: undefined };
}
