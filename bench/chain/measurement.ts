/** Numbers of earlier responses at which a turn is measured, in this order. */
export const LENGTHS: readonly number[] = [1, 100, 500, 1000];

/** The cost of one more turn in a conversation of a certain length. */
export interface TurnCost {
  /** Number of responses in the conversation before the turn. */
  readonly length: number;
  /** CPU of a turn, in microseconds. */
  readonly cpuUs: number;
  /** Live bytes on the heap. */
  readonly heapBytes: number;
  /** Size of the files of the store. */
  readonly diskBytes: number;
}
