import { TimestepError } from '#core';

/** The server cannot be set up with the given options. */
export class ServeError extends TimestepError {}
