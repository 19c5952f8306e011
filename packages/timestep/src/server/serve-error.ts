import { TimestepError } from '../core/index.ts';

/** The server cannot be set up as asked. */
export class ServeError extends TimestepError {}
