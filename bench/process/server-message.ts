/** Requests of the measuring process to a server process. */
export type ServerOrder = 'begin' | 'end';

/** Messages of a server process. */
export type ServerNews =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'begun' }
  | { readonly type: 'used'; readonly usage: ServerUsage };

/** Resources that a server used from `begin` to `end`. */
export interface ServerUsage {
  /** Microseconds of CPU of all its threads. */
  readonly cpuUs: number;
  readonly rssMb: number;
}
