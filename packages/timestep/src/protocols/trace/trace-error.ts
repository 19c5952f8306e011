import { TimestepError } from '#core';

/** Thrown if traces cannot be sent as configured, or were not sent. The message says what to do. */
export class TraceError extends TimestepError {
  declare readonly code:
    | 'already-traced'
    | 'bad-endpoint'
    | 'bad-setting'
    | 'collector-away'
    | 'spans-lost';
}
