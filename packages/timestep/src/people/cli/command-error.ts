import { TimestepError } from '#core';

export type CommandErrorCode =
  | 'usage'
  | 'file-exists'
  | 'cannot-write'
  | 'not-installed'
  | 'no-backend'
  | 'no-session'
  | 'no-models'
  | 'no-agents'
  | 'unknown-agent'
  | 'turn-open'
  | 'not-tools'
  | 'upkeep-failed'
  | 'no-server'
  | 'not-attachable'
  | 'stopped';

/** Thrown if a command cannot run. `message` says what to do. */
export class CommandError extends TimestepError {
  declare readonly code: CommandErrorCode;
}

export function createUsageError(message: string): CommandError {
  return new CommandError('usage', message);
}
