import { TimestepError } from '#core';

/**
 * `bad-script`: the message names file and field. `script-ended`, `script-missing-value`: there is
 * no reply or value. `slow-pattern`: a pattern takes too long.
 */
export class ScriptError extends TimestepError {}
