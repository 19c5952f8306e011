import { TimestepError } from '#core';

/** Why a call of an agent failed. */
export type AgentCallErrorCode =
  | 'unknown-agent'
  | 'unknown-task'
  | 'no-answer'
  | 'bad-id'
  | 'too-many-hops'
  /** The agent call exceeds a limit, or needs an approval that a person has not given. */
  | 'refused'
  | 'agent-failed';

/** A call of an agent failed because of its caller. The message says how to fix the call. */
export class AgentCallError extends TimestepError {
  declare readonly code: AgentCallErrorCode;
}
