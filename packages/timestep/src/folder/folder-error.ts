import { TimestepError } from '../core/index.ts';
import { problemText, type FolderProblem } from './problem.ts';

/** What keeps an agent's folder from being used or changed. */
export type FolderErrorCode =
  | 'bad-folder'
  | 'changed-underneath'
  | 'exists-already'
  | 'no-session'
  | 'no-such-part';

/** A folder cannot be used as an agent; `message` names the file, the line and the field. */
export class FolderError extends TimestepError {
  declare readonly code: FolderErrorCode;
  /** All mistakes that were found, where the files of an agent hold some. */
  readonly problems: readonly FolderProblem[];

  constructor(
    message: string,
    options: { readonly code?: FolderErrorCode; readonly problems?: readonly FolderProblem[] } = {},
  ) {
    super(options.code ?? 'bad-folder', message);
    this.problems = options.problems ?? [];
  }
}

/** Throws `FolderError` where one of the problems is a mistake; its message is about the first one. */
export function throwMistakes(problems: readonly FolderProblem[]): void {
  const mistakes = problems.filter(({ severity }) => severity === 'mistake');
  const [first, ...others] = mistakes;
  if (!first) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more: see timestep check)`;
  throw new FolderError(`${problemText(first)}${more}`, { problems: mistakes });
}
