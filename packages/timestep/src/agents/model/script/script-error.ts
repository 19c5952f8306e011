import { TimestepError } from '../../../core/index.ts';

/**
 * An error of a script. `bad-script`: the script is invalid; the message names the file and the
 * field. `script-ended`, `script-missing-value`: the script has no reply or no value for the
 * request. `slow-pattern`: a pattern takes too long.
 */
export class ScriptError extends TimestepError {}
