import { posix } from 'node:path';
import type { ReportFolderProblem } from '../problem.ts';
import type { AgentFiles } from '../storage/agent-files.ts';
import { getDisplayPath } from '../storage/agent-location.ts';
import { COMMAND_PLACE } from '../storage/agent-paths.ts';
import { parseFrontMatter } from '../text/front-matter.ts';
import { reportUnknownFields } from '../text/unknown-fields.ts';
import { KNOWN_FIELDS } from './known-fields.ts';

/** A text that users send by a slash command: `commands/review.md` by `/review`. */
export interface CommandFile {
  readonly name: string;
  readonly description?: string;
  /** The arguments in the help text, such as `<file>`. */
  readonly argumentHint?: string;
  /** Text of the message, with `$ARGUMENTS` and `$1` to `$9` for what the user writes after the command. */
  readonly text: string;
  readonly path: string;
}

/** Reads the commands of an agent folder, sorted by name. */
export function collectCommands(
  files: AgentFiles,
  report: ReportFolderProblem,
): readonly CommandFile[] {
  if (files.entry !== undefined) return [];
  const paths = [...files.texts.keys()].filter((path) => posix.dirname(path) === COMMAND_PLACE);
  return paths.toSorted().flatMap((path) => parseCommand(path, files, report) ?? []);
}

/**
 * Names of commands start with a letter and have no capital letters, so that users find them by typing in
 * lower case.
 */
const NAME = /^[a-z][a-z\d_-]*$/;

function parseCommand(
  path: string,
  files: AgentFiles,
  report: ReportFolderProblem,
): CommandFile | undefined {
  const file = getDisplayPath(files, path);
  const name = posix.basename(path, '.md');
  const reportIgnored = (message: string): undefined => {
    report({ severity: 'warning', file, line: 1, message: `${message}; the command is ignored` });
  };
  if (!NAME.test(name)) {
    return reportIgnored(
      'the name of a command consists of small letters, digits, - and _, and starts with a letter',
    );
  }
  const read = parseFrontMatter(files.texts.get(path) ?? '', file, report);
  if (!read) return undefined;
  reportUnknownFields(read.fields, KNOWN_FIELDS.command);
  if (read.body === '') return reportIgnored('the file contains no text to send');
  const description = read.fields.getText('description');
  const argumentHint = read.fields.getText('argument-hint');
  return {
    name,
    ...(description !== undefined && { description }),
    ...(argumentHint !== undefined && { argumentHint }),
    text: read.body,
    path,
  };
}
