import { TimestepError } from '../../core/index.ts';

/**
 * A script cannot be used (`bad-script`, naming the file and the field), or has no reply for what
 * it was asked (`script-ended`, `script-missing-value`), or one of its patterns takes too long
 * (`slow-pattern`).
 */
export class ScriptError extends TimestepError {}
