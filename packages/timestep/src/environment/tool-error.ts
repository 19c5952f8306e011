import { TimestepError } from '../core/index.ts';

export type ToolErrorCode = 'bad-definition';

/** A tool cannot be used as it is defined; `message` names it and what to do. */
export class ToolError extends TimestepError {
  declare readonly code: ToolErrorCode;
}
