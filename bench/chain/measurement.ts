/** Responses in a conversation at which a turn is measured, in this order. */
export const LENGTHS: readonly number[] = [1, 100, 500, 1000];

/** What one more turn costs in a conversation of some length. */
export interface TurnCost {
  /** Responses that the conversation has before the turn. */
  readonly length: number;
  /** CPU of a turn, in microseconds. */
  readonly cpuUs: number;
  /** What is live on the heap. */
  readonly heapBytes: number;
  /** Size of the files of the store. */
  readonly diskBytes: number;
}
