import { createReference, REFERENCE } from '../../reference/create-reference.ts';
import type { Command } from '../../../packages/timestep/src/people/cli/command.ts';
import { readTree, type SourceFile } from '../../source/source-tree.ts';
import { runGuard, type Verdict } from '../../source/verdict.ts';
import { staleFiles, writeFolder } from '../../source/written-files.ts';
import { loadCommands } from './commands.ts';

/** Checks that the reference of the site is what the program says. */
export function checkReference(
  files: readonly SourceFile[],
  commands: readonly Command[],
): Verdict {
  const { pages, problems } = createReference(files, commands);
  return {
    summary: `${pages.length} pages, ${commands.length} commands`,
    problems: [...problems, ...staleFiles(files, pages, REFERENCE)],
  };
}

if (import.meta.main) {
  const commands = await loadCommands();
  if (process.argv[2] === '--write') {
    writeFolder(REFERENCE.folder, createReference(readTree('.'), commands).pages);
  } else runGuard('reference', (files) => checkReference(files, commands));
}
