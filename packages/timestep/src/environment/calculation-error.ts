import { TimestepError } from '../core/index.ts';

/** An expression that cannot be calculated; `message` says where it went wrong. */
export class CalculationError extends TimestepError {}
