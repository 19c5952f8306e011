/** A problem in the files of an agent. */
export interface FolderProblem {
  /** `mistake` prevents the agent from being used; `warning` does not. */
  readonly severity: 'mistake' | 'warning';
  readonly file: string;
  /** Line number of the problem, from 1. */
  readonly line: number;
  /** Such as `settings.topP` or `list[0]`. Undefined if the problem concerns the whole file. */
  readonly field?: string;
  /** What is wrong and how to fix it, without the file and field. Contains no secrets. */
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
