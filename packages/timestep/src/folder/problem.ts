/** Something to mend in the files of an agent. */
export interface FolderProblem {
  /** A mistake keeps the agent from being used; a warning does not. */
  readonly severity: 'mistake' | 'warning';
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** As `settings.topP` or `list[0]`; absent where the file as a whole is meant. */
  readonly field?: string;
  /** What is wrong with the field and what to do, without file and field. It holds no secret. */
  readonly message: string;
}

/** Receives each problem that a reader finds. */
export type Report = (problem: FolderProblem) => void;

/** A problem in one line, as `tsagent.json:12 settings.topP must be a number from 0 to 1`. */
export function problemText({ file, line, field, message }: FolderProblem): string {
  return field === undefined ? `${file}:${line} ${message}` : `${file}:${line} ${field} ${message}`;
}

/** Problems that a reader reports, in their order. */
export function collected(): { readonly problems: FolderProblem[]; readonly report: Report } {
  const problems: FolderProblem[] = [];
  return { problems, report: (problem) => void problems.push(problem) };
}
