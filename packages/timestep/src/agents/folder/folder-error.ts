import { TimestepError } from '../../core/index.ts';
import { formatProblem, type FolderProblem } from './problem.ts';

/** Error codes for folders that cannot be used or changed. */
export type FolderErrorCode =
  | 'bad-folder'
  | 'changed-underneath'
  | 'exists-already'
  | 'no-session'
  | 'no-such-part';

/** A folder cannot be used as an agent. `message` names the file, the line and the field. */
export class FolderError extends TimestepError {
  declare readonly code: FolderErrorCode;
  /** All errors found in the agent's files. Empty if the failure has another cause. */
  readonly problems: readonly FolderProblem[];

  constructor(
    message: string,
    options: { readonly code?: FolderErrorCode; readonly problems?: readonly FolderProblem[] } = {},
  ) {
    super(options.code ?? 'bad-folder', message);
    this.problems = options.problems ?? [];
  }
}

/** The message describes the first error. */
export function throwMistakes(problems: readonly FolderProblem[]): void {
  const mistakes = problems.filter(({ severity }) => severity === 'mistake');
  const [first, ...others] = mistakes;
  if (!first) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more: see timestep check)`;
  throw new FolderError(`${formatProblem(first)}${more}`, { problems: mistakes });
}
