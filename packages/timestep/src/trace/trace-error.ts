import { TimestepError } from '../core/index.ts';

/** A trace that cannot be sent as it was asked for, or was not; `message` says what to do. */
export class TraceError extends TimestepError {
  declare readonly code: 'bad-endpoint' | 'bad-setting' | 'collector-away' | 'spans-lost';
}
