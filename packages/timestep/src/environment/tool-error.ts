import { TimestepError } from '../core/index.ts';

/** What can be wrong with the definition of a tool. */
export type ToolErrorCode = 'bad-definition';

/** A tool cannot be used as it is defined; `message` names it and what to do. */
export class ToolError extends TimestepError {
  declare readonly code: ToolErrorCode;
}
