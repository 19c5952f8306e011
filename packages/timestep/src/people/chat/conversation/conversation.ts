import type {
  EntryPoint,
  ApprovalDecision,
  Failure,
  Message,
  NumberedEvent,
  NumberedSessionEvent,
  Session,
  SessionSettingsChanges,
  Task,
  TaskState,
  ToolLocation,
  TurnItem,
  UserMessage,
} from '#core';
import type { Clock, Delta, Runner, SessionStore } from '#engine/port';

/**
 * A conversation of a user with an agent: a session and its turns, open in one or more processes.
 * Methods reject with `ConversationError`, `RunnerError` or `SessionStoreError`.
 */
export interface Conversation {
  /** The session as this process last read or changed it. */
  readonly session: Session;
  /**
   * Sends a message, which steers the open turn, answers its question or starts a new turn. Sending a
   * `messageId` again has no effect. Resolves to the task of the turn.
   */
  send(message: string | UserMessage, messageId: string): Promise<Task>;
  /** Decides about calls of the open turn. Rejects with `no-open-turn` if there is none. */
  decide(approvals: readonly ApprovalDecision[], messageId: string): Promise<Task>;
  /** Cancels the open turn. Resolves to undefined if no turn is open. */
  cancel(): Promise<Task | undefined>;
  /**
   * Yields all updates until the signal aborts: first the past ones, from the oldest turn on, then new
   * ones of all processes. A slow reader may miss deltas but never events.
   */
  updates(signal: AbortSignal): AsyncIterable<ConversationUpdate>;
  /** Changes settings, starting with the next turn; `null` resets a setting. */
  set(settings: SessionSettingsChanges): Promise<Session>;
  include(item: TurnItem): Promise<Session>;
  exclude(item: TurnItem): Promise<Session>;
  rename(name: string): Promise<Session>;
  /** Closes the session if it was ever stored. The next message opens it again. */
  close(): Promise<Session>;
  /**
   * Creates a session that continues after a turn, by default the newest; `null` starts before the
   * first turn. Resolves to the id of the session.
   */
  fork(afterTaskId?: string | null): Promise<string>;
  /** Summarizes all turns for future ones. Undefined if none has ended since the last summary. */
  compact(summarize: Summarize, signal?: AbortSignal): Promise<Session | undefined>;
  turns(): Promise<readonly Turn[]>;
}

/** Creates a summary of a transcript. */
export type Summarize = (messages: readonly Message[], signal: AbortSignal) => Promise<string>;

/** A turn of a conversation, as listed. */
export interface Turn {
  readonly taskId: string;
  readonly state: TaskState;
  /** First message of the user, as text. */
  readonly title: string;
  /** Start time in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly steps: number;
  readonly tokens: number;
  /** Cost in US dollars; `null` if the price of any reply is unknown. */
  readonly costUsd: number | null;
}

/** An update of a conversation. */
export type ConversationUpdate =
  | { readonly kind: 'session'; readonly event: NumberedSessionEvent }
  /** An event of a turn. The first event of each turn is `task.submitted`. */
  | { readonly kind: 'event'; readonly taskId: string; readonly event: NumberedEvent }
  | {
      readonly kind: 'delta';
      readonly taskId: string;
      readonly step: number;
      readonly attempt: number;
      readonly delta: Delta;
    }
  /** Marks the end of the past updates: all further updates are new. */
  | { readonly kind: 'live' }
  /** Automatic compaction failed; the turn started with the full transcript. */
  | { readonly kind: 'compaction-failed'; readonly error: Failure }
  /** How full the context window is after a turn; only sent if the window's size is known. */
  | { readonly kind: 'fill'; readonly fill: ContextFill };

/** Estimated number of tokens of the transcript, and size of the model's context window. */
export interface ContextFill {
  readonly tokens: number;
  readonly window: number;
  /** True if the transcript is close to the size at which it is compacted. */
  readonly isNear: boolean;
}

/** Stores and clock that conversations use. */
export interface ConversationDeps {
  readonly runner: Runner;
  readonly sessions: SessionStore;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Receives errors that no caller awaits. */
  readonly onError?: (thrown: unknown) => void;
}

/** Options for opening a conversation. */
export interface ConversationOptions {
  /** Id of the session or context to open; undefined for a new session. */
  readonly sessionId?: string;
  /** Id for a new session. Default: an id from `newId`. */
  readonly newSessionId?: string;
  readonly agent: string;
  readonly principal: string;
  /** Working directory of the user's tools, for a new session. */
  readonly directory?: string;
  /** Where the agent's own tools execute in new turns. Default: as configured for the agent. */
  readonly toolSite?: ToolLocation;
  /**
   * Interface in which the user writes, such as a terminal or the page. It is recorded with each new turn.
   */
  readonly entry?: EntryPoint;
  /** Settings for automatic compaction. If undefined, only the method `compact` compacts. */
  readonly compaction?: CompactionOptions;
}

/** Options for automatic compaction, which runs before a turn if the transcript is too long. */
export interface CompactionOptions {
  /** Size of the context window in tokens. A function is called each time that the size is needed. */
  readonly window: number | (() => Promise<number>);
  readonly summarize: Summarize;
  /**
   * Share of the model's context window above which the conversation is compacted automatically. Default:
   * 0.8.
   */
  readonly share?: number;
  /** Share of the window at which `fill` updates report `isNear`. Default: 0.7. */
  readonly warnShare?: number;
}
