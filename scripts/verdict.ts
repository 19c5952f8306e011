import { readTree, type SourceFile } from './source-tree.ts';

/** What a guard found: no problems means that it holds. */
export interface Verdict {
  /** One line of figures, which shows when a guard has looked at nothing. */
  readonly summary: string;
  readonly problems: readonly string[];
}

/**
 * Runs a guard over the folder that the command line names, else over this one, and sets the exit
 * code.
 */
export function runGuard(name: string, guard: (files: readonly SourceFile[]) => Verdict): void {
  const { summary, problems } = guard(readTree(process.argv[2] ?? process.cwd()));
  console.log(`${name}: ${summary}`);
  for (const problem of problems) console.error(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
