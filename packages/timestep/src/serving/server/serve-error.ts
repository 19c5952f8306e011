import { TimestepError } from '../../core/index.ts';

/** Thrown if the server cannot be set up with the given options. */
export class ServeError extends TimestepError {}
