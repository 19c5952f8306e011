import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Attempt } from './tell-all.ts';

/** A line of the file: what came of a story, or the processor time of an undisturbed one. */
export type Kept = Attempt | { readonly kind: 'undisturbed'; readonly cpuMs: number };

/** What the lines of one product in one run have in common; lines of other runs are left alone. */
export interface KeptRun {
  readonly name: string;
  readonly version: string;
  readonly seed: number;
  readonly kills: number;
}

/** Reads what earlier commands kept of a run. Without a file, nothing. A line that was not finished is left out. */
export function readKept(file: string | undefined, run: KeptRun): readonly Kept[] {
  if (file === undefined || !existsSync(file)) return [];
  const key = toKey(run);
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(parseLine)
    .filter((line) => line.run === key)
    .map(({ kept }) => kept);
}

function parseLine(text: string): readonly { readonly run: string; readonly kept: Kept }[] {
  try {
    return [JSON.parse(text) as { readonly run: string; readonly kept: Kept }];
  } catch {
    return [];
  }
}

/** Appends one line, so that a command that is stopped loses only the stories it was telling. */
export function keep(file: string | undefined, run: KeptRun, kept: Kept): void {
  // Each line begins on its own, whatever a command that was killed left before it.
  if (file !== undefined) appendFileSync(file, `\n${JSON.stringify({ run: toKey(run), kept })}\n`);
}

function toKey({ name, version, seed, kills }: KeptRun): string {
  return `${name} ${version}, seed ${seed}, ${kills} kills`;
}
