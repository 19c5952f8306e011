import { TimestepError } from '#core';

/** An expression that cannot be calculated. `message` says where it is wrong. */
export class CalculationError extends TimestepError {}
