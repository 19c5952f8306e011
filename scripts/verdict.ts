import { readTree, type SourceFile } from './source-tree.ts';

/** What a guard found: no problems means that it holds. */
export interface Verdict {
  /** One line of figures, so that a guard that looked at nothing is seen to have done so. */
  readonly summary: string;
  readonly problems: readonly string[];
}

/** Runs a guard over the folder named on the command line, or this one, and exits accordingly. */
export function runGuard(name: string, guard: (files: readonly SourceFile[]) => Verdict): void {
  const { summary, problems } = guard(readTree(process.argv[2] ?? process.cwd()));
  console.log(`${name}: ${summary}`);
  for (const problem of problems) console.error(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
