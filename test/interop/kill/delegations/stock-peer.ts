/** Where work at a peer may be interrupted, in the order of a delegation. */
export const PEER_POINTS = ['card', 'received', 'executing', 'begun', 'middle', 'ended'] as const;
export type PeerPoint = (typeof PEER_POINTS)[number];

/** Called when a peer comes to a point. The peer goes on once the promise has resolved. */
export type AtPoint = (point: PeerPoint) => Promise<void>;

/** An agent made with an official SDK. It does the work of each message and counts it. */
export interface StockPeer {
  readonly url: string;
  /** Number of times that the peer has begun to do a work, by its text. */
  readonly works: ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

export interface PeerKind {
  readonly name: string;
  /** Whether the peer can be asked for the task of a message that it has received. */
  readonly canBeAsked: boolean;
  /** Points that the peer never comes to, because it has no tasks. */
  readonly lacks?: readonly PeerPoint[];
  readonly start: (at: AtPoint) => Promise<StockPeer>;
}

/** Milliseconds of a work. */
export const WORK_MS = 1000;

export function doneText(text: string): string {
  return `${text} is done`;
}
