import { TimestepError } from '#core';

/** Kinds of failures when a process is started or awaited. */
export type ProcessErrorCode =
  | 'command-not-found'
  | 'command-not-executable'
  | 'folder-not-found'
  | 'command-not-started'
  | 'command-too-slow'
  | 'command-output-too-large';

/** Thrown if a process cannot be started, or was ended because it exceeded a limit. */
export class ProcessError extends TimestepError {
  declare readonly code: ProcessErrorCode;

  constructor(code: ProcessErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
  }
}
