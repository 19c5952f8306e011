import { TimestepError } from '#core';

/** A problem in the files of an agent. */
export interface FolderProblem {
  /** Severity of the problem. `mistake` prevents the agent from being used; `warning` does not. */
  readonly severity: 'mistake' | 'warning';
  readonly file: string;
  /** Line number of the problem, from 1. */
  readonly line: number;
  /** Path of the field, such as `settings.topP`. Undefined for a problem of the whole file. */
  readonly field?: string;
  /**
   * Text that says what is wrong and how to fix it. Contains no file name, no field name and no
   * secrets.
   */
  readonly message: string;
}

export type ReportFolderProblem = (problem: FolderProblem) => void;

/** Formats a line such as `tsagent.json:12 settings.topP must be a number from 0 to 1`. */
export function formatProblem({ file, line, field, message }: FolderProblem): string {
  return field === undefined ? `${file}:${line} ${message}` : `${file}:${line} ${field} ${message}`;
}

export function createProblemCollector(): {
  readonly problems: FolderProblem[];
  readonly report: ReportFolderProblem;
} {
  const problems: FolderProblem[] = [];
  return { problems, report: (problem) => void problems.push(problem) };
}

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
  /** Errors in the agent's files. Empty if the failure has another cause. */
  readonly problems: readonly FolderProblem[];

  constructor(
    message: string,
    options: { readonly code?: FolderErrorCode; readonly problems?: readonly FolderProblem[] } = {},
  ) {
    super(options.code ?? 'bad-folder', message);
    this.problems = options.problems ?? [];
  }
}

export function createNoSuchPartError(message: string): FolderError {
  return new FolderError(message, { code: 'no-such-part' });
}

export function throwIfMistakes(problems: readonly FolderProblem[]): void {
  const mistakes = problems.filter(({ severity }) => severity === 'mistake');
  const [first, ...others] = mistakes;
  if (!first) return;
  const more = ` (and ${others.length} more: see timestep check)`;
  const message = formatProblem(first) + (others.length === 0 ? '' : more);
  throw new FolderError(message, { problems: mistakes });
}
