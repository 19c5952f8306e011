import { addBackendOptions } from '../../../packages/timestep/src/people/cli/backends/backend-options.ts';
import {
  loadBackends,
  type Backends,
} from '../../../packages/timestep/src/people/cli/backends/backends.ts';
import { parseCommandLine } from '../../../packages/timestep/src/people/cli/command-line.ts';
import type { Command } from '../../../packages/timestep/src/people/cli/command.ts';
import { COMMANDS } from '../../../packages/timestep/src/people/cli/commands.ts';
import { readManifest } from '../../../packages/timestep/src/people/cli/manifest.ts';
import { listShownCommands, type ShownCommand } from '../../source/shown-commands.ts';
import type { SourceFile } from '../../source/source-tree.ts';
import { runGuard, type Verdict } from '../../source/verdict.ts';

/** Pages for users. */
const PAGES =
  /^(?:README|docs\/(?!api\/).+|design\/[\w-]+|skills\/.+|(?:packages|examples)\/.+\/README)\.md$/;

/** Loads every command with the options of all backends of the repository. */
export async function loadCommands(): Promise<readonly Command[]> {
  const backends: Backends = await loadBackends([], readManifest().backends);
  return COMMANDS.map((command) => addBackendOptions(command, backends));
}

/** Checks that every command and option exists that a page for users shows. */
export function checkCommands(files: readonly SourceFile[], commands: readonly Command[]): Verdict {
  const shown = files.filter(({ path }) => PAGES.test(path)).flatMap(listShownCommands);
  const problems = shown.flatMap((one) => {
    const problem = findMistake(one, commands);
    return problem === undefined ? [] : [`${one.page}: "${one.text}": ${problem}`];
  });
  const forUsers = files.filter(({ path }) => /^README\.md$|^docs\/(?!api\/)/.test(path));
  problems.push(...forUsers.flatMap((page) => findUnknownOptions(page, commands)));
  if (shown.length === 0) problems.push('no commands found');
  return { summary: `${shown.length} commands on pages`, problems };
}

function findMistake(shown: ShownCommand, commands: readonly Command[]): string | undefined {
  const line = parseCommandLine(shown.words, commands);
  if (line.kind !== 'mistake') return undefined;
  // A sentence names a command without its arguments, or a group of commands.
  const isNamed =
    !shown.isWhole && / is missing$| requires a command$| argument missing$/.test(line.message);
  return isNamed ? undefined : line.message;
}

/** Options that pages name alone: of every command, and of Node. */
const OTHER_OPTIONS = ['help', 'version', 'use-system-ca', 'conditions'];

/** Lists the options that a page names outside of a command, and no command has. */
function findUnknownOptions({ path, text }: SourceFile, commands: readonly Command[]): string[] {
  const known = new Set([
    ...OTHER_OPTIONS,
    ...commands.flatMap(({ options = {} }) => Object.keys(options)),
  ]);
  const named = [...text.matchAll(/`--([\w-]+)[^`]*`/g)].map(([, option = '']) => option);
  return named
    .filter((option) => !known.has(option))
    .map((option) => `${path}: no command has the option --${option}`);
}

if (import.meta.main) {
  const commands = await loadCommands();
  runGuard('commands', (files) => checkCommands(files, commands));
}
