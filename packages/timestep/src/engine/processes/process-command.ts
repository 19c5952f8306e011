/** A program to start: its path or its name in PATH, and its arguments. */
export interface ProcessCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** All environment variables of the process. Default: the variables of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** How a process ended: its exit code, or the signal that ended it. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Describes an exit as a verb phrase, such as "exited with code 1". */
export function describeExit({ code, signal }: ProcessExit): string {
  return code === null ? `was ended by ${signal}` : `exited with code ${code}`;
}
