import type { ViewUpdate } from '../../view/index.ts';
import type { ApprovalDecision } from '../../core/index.ts';

/** What a person decided about a call of a tool. */
export interface CallDecision extends ApprovalDecision {
  readonly tool: string;
}

/** Something that happened in a conversation. `live`: everything later is new. */
export type PortUpdate = ViewUpdate | { readonly kind: 'live' };

/** What the terminal uses of a conversation. */
export interface ConversationPort {
  readonly sessionId: string;
  /** First what has happened, from the oldest turn on, then what comes, until the signal aborts. */
  readonly updates: (signal: AbortSignal) => AsyncIterable<PortUpdate>;
  /** Says something: to the open turn where there is one, else to a new one. Resolves to its task. */
  readonly send: (text: string) => Promise<string>;
  readonly decide: (decision: CallDecision) => Promise<void>;
  /** Ends the open turn, if there is one. */
  readonly cancel: () => Promise<void>;
}
