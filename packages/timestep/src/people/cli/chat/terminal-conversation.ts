import type { ViewUpdate } from '../../view/index.ts';
import type { ApprovalDecision } from '../../../core/index.ts';

/** The user's decision about a tool call. */
export interface CallDecision extends ApprovalDecision {
  readonly tool: string;
}

/** An update of a conversation. `live`: all past updates were sent; later updates are new. */
export type TerminalUpdate = ViewUpdate | { readonly kind: 'live' };

/** The operations on a conversation that the terminal uses. */
export interface TerminalConversation {
  readonly sessionId: string;
  /** Yields the past updates from the oldest turn on, then new ones, until the signal aborts. */
  readonly updates: (signal: AbortSignal) => AsyncIterable<TerminalUpdate>;
  /** Sends a message to the open turn or starts a new turn. Resolves to the task id. */
  readonly send: (text: string) => Promise<string>;
  readonly decide: (decision: CallDecision) => Promise<void>;
  /** Cancels the open turn, if any. */
  readonly cancel: () => Promise<void>;
}
