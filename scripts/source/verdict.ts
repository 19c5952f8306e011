import { readTree, type SourceFile } from './source-tree.ts';

/** The result of a guard. The guard passes if there are no problems. */
export interface Verdict {
  /** One line of figures, which shows if a guard has looked at nothing. */
  readonly summary: string;
  readonly problems: readonly string[];
}

/**
 * Runs a guard over the folder in the command line, or over the current folder, and sets the exit
 * code.
 */
export function runGuard(name: string, guard: (files: readonly SourceFile[]) => Verdict): void {
  const { summary, problems } = guard(readTree(process.argv[2] ?? process.cwd()));
  console.log(`${name}: ${summary}`);
  for (const problem of problems) console.error(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
