import { TimestepError } from '#core';

/** Why a call of an agent failed. */
export type AgentCallErrorCode =
  | 'unknown-agent'
  | 'unknown-task'
  | 'no-answer'
  | 'bad-id'
  | 'too-many-hops'
  /** The call exceeds a limit, or a person must decide first. */
  | 'refused'
  | 'agent-failed';

/** A call of an agent failed because of its caller. The message says how to fix the call. */
export class AgentCallError extends TimestepError {
  declare readonly code: AgentCallErrorCode;
}
