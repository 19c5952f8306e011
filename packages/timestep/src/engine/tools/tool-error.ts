import { TimestepError } from '#core';

/** Codes of errors in the definition of a tool. */
export type ToolErrorCode = 'bad-definition';

/**
 * Thrown if the definition of a tool is invalid. `message` names the tool and says how to fix it.
 */
export class ToolError extends TimestepError {
  declare readonly code: ToolErrorCode;
}
