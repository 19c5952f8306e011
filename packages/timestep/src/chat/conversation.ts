import type {
  ApprovalDecision,
  Failure,
  Message,
  NumberedEvent,
  NumberedSessionEvent,
  Session,
  SessionChanges,
  Task,
  TaskState,
  ToolSite,
  TurnItem,
  UserMessage,
} from '../core/index.ts';
import type { Clock, Delta, Runner, SessionStore } from '../port/index.ts';

/**
 * A conversation of a person with an agent, as terminals, editors and pages show it: one session and
 * its turns. Everything that it does is kept by the runner and the session store; another process may
 * have the same conversation open at the same time. Methods reject with `ConversationError`,
 * `RunnerError` and `SessionStoreError`.
 */
export interface Conversation {
  /** The session as this process knows it; it changes with each change made or seen here. */
  readonly session: Session;
  /**
   * Says something: to the open turn where there is one, which hears it between two steps or takes it as
   * the answer it waits for, else to a new turn. Sending a `messageId` again changes nothing. Returns the
   * turn as it took the message.
   */
  send(message: string | UserMessage, messageId: string): Promise<Task>;
  /** Decides about calls of the open turn. Rejects with `no-open-turn` where there is none. */
  decide(approvals: readonly ApprovalDecision[], messageId: string): Promise<Task>;
  /** Ends the open turn; `undefined` where there is none. */
  cancel(): Promise<Task | undefined>;
  /**
   * Everything that happens in the conversation, until the signal aborts: first what has happened, turn
   * by turn from the oldest on, then what comes, wherever it comes from. A slow reader misses deltas,
   * never events.
   */
  updates(signal: AbortSignal): AsyncIterable<ConversationUpdate>;
  /** Changes settings from the next turn on; `null` takes one back. */
  set(settings: SessionChanges): Promise<Session>;
  include(item: TurnItem): Promise<Session>;
  exclude(item: TurnItem): Promise<Session>;
  /** Lets the tool of that name be called without a further yes, from the next turn on. */
  permit(tool: string): Promise<Session>;
  rename(name: string): Promise<Session>;
  /** Closes the session, where anything was said in it; the next message opens it again. */
  close(): Promise<Session>;
  /**
   * Begins a session that goes on after a turn of this one, or after the newest that has ended, with the
   * same settings. Returns its id. Rejects with `unknown-turn` and `turn-not-ended`.
   */
  fork(afterTaskId?: string): Promise<string>;
  /**
   * Puts a summary in the place of all turns so far, for the turns that come. Resolves to `undefined`
   * where no turn has ended that is not compacted yet.
   */
  compact(summarise: Summarise, signal?: AbortSignal): Promise<Session | undefined>;
  /** All turns, the oldest first. */
  turns(): Promise<readonly Turn[]>;
}

/** Makes a summary of a transcript. */
export type Summarise = (messages: readonly Message[], signal: AbortSignal) => Promise<string>;

/** A turn as lists show it. */
export interface Turn {
  readonly taskId: string;
  readonly state: TaskState;
  /** What the person said first, as text. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly steps: number;
  readonly tokens: number;
  /** US dollars; `null` where the price of any reply is not known. */
  readonly costUsd: number | null;
}

/** Something that happened in a conversation. */
export type ConversationUpdate =
  | { readonly kind: 'session'; readonly event: NumberedSessionEvent }
  /** An event of a turn. The first of each turn is its `task.submitted`. */
  | { readonly kind: 'event'; readonly taskId: string; readonly event: NumberedEvent }
  | {
      readonly kind: 'delta';
      readonly taskId: string;
      readonly step: number;
      readonly attempt: number;
      readonly delta: Delta;
    }
  /** What was there when the reader began has been shown; everything later is new. */
  | { readonly kind: 'live' }
  /** The conversation could not be compacted by itself; the turn began with everything. */
  | { readonly kind: 'compaction-failed'; readonly error: Failure }
  /** How full the model's context window is after a turn; only where the window is known. */
  | { readonly kind: 'fill'; readonly fill: ContextFill };

/** How much of the context window of a model the transcript takes, in tokens, as far as is known. */
export interface ContextFill {
  readonly tokens: number;
  readonly window: number;
  /** Whether the transcript comes near the share at which it is compacted. */
  readonly isNear: boolean;
}

/** Where conversations are kept and run. */
export interface ConversationSite {
  readonly runner: Runner;
  readonly sessions: SessionStore;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Receives failures that no caller is waiting for. */
  readonly onError?: (thrown: unknown) => void;
}

/** Whose conversation is opened, and how it is kept short. */
export interface ConversationOptions {
  /** Absent for a new session. A context that has turns and no session becomes one. */
  readonly sessionId?: string;
  /** The id of a new session; absent: `newId` gives one. */
  readonly newSessionId?: string;
  readonly agent: string;
  readonly principal: string;
  /** The working directory of the person's tools, for a new session. */
  readonly directory?: string;
  /** Who runs the agent's own tools in new turns. Default: as the agent is served. */
  readonly toolSite?: ToolSite;
  /** Absent: the conversation is compacted by `compact` only. */
  readonly compaction?: CompactionOptions;
}

/** When a conversation is compacted by itself: before a turn that would find it too full. */
export interface CompactionOptions {
  /** The context window of the model, in tokens; a function is asked whenever it is needed. */
  readonly window: number | (() => Promise<number>);
  readonly summarise: Summarise;
  /** The share of the window from which on it is compacted. Default 0.8. */
  readonly share?: number;
  /** The share of the window from which on `fill` warns. Default 0.7. */
  readonly warnShare?: number;
}
