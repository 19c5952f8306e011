import { TimestepError } from '#core';

/**
 * Codes: `agent_timeout`, `agent_empty_stdout`, `agent_exit_<code or signal>`, `agent_not_found`,
 * `agent_not_started`, `agent_returned_non_assistant_message`, `agent_bad_reply`,
 * `agent_too_much_output`, `bad-command-line`.
 */
export class CommandError extends TimestepError {}
