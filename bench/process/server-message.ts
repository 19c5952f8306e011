/** What the measuring process asks of a server process. */
export type ServerOrder = 'begin' | 'end';

/** What a server process tells. */
export type ServerNews =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'begun' }
  | { readonly type: 'used'; readonly usage: ServerUsage };

/** What a server used from `begin` to `end`. */
export interface ServerUsage {
  /** CPU of all its threads, microseconds. */
  readonly cpuUs: number;
  readonly rssMb: number;
}
