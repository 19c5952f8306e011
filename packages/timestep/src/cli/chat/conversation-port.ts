import type { ViewUpdate } from '../../chat/index.ts';

/** What a person decided about a call. */
export interface CallDecision {
  readonly callId: string;
  readonly approved: boolean;
  /** Why not, for the model to read. */
  readonly reason?: string;
  /** `session`: later calls of the tool need no decision either. */
  readonly scope?: 'once' | 'session';
  /** JSON text of an object: the call is made with these arguments instead of the model's. */
  readonly arguments?: string;
}

/** Something that happened in a conversation. `live`: everything later is new. */
export type PortUpdate = ViewUpdate | { readonly kind: 'live' };

/** What the terminal uses of a conversation. */
export interface ConversationPort {
  readonly sessionId: string;
  /** First what has happened, from the oldest turn on, then what comes, until the signal aborts. */
  readonly updates: (signal: AbortSignal) => AsyncIterable<PortUpdate>;
  /** Says something: to the open turn where there is one, else to a new one. */
  readonly send: (text: string) => Promise<void>;
  readonly decide: (decision: CallDecision) => Promise<void>;
  /** Ends the open turn, if there is one. */
  readonly cancel: () => Promise<void>;
}
