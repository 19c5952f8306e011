import type { EntryPoint, JsonObject, Session } from '#core';
import type { WindowFill } from '../steps/context-window.ts';
import type { ViewItem } from '../view-item.ts';
import type { AgentSummary } from './agents.ts';
import type { TaskSummary } from './tasks.ts';

/** A conversation in a list of the dashboard. Times are in milliseconds since the epoch. */
export interface ConversationSummary extends Pick<
  Session,
  'id' | 'agent' | 'principal' | 'isClosed' | 'createdAt' | 'updatedAt' | 'forkedFrom'
> {
  /** Title of the conversation; empty if it has none. */
  readonly name: string;
  /** How the newest message arrived; only for contexts without a session, which programs have started. */
  readonly entry?: EntryPoint;
}

/** Conversations, latest change first, and the agents for new ones. */
export interface ConversationList {
  readonly chats: readonly ConversationSummary[];
  readonly hasMore: boolean;
  readonly agents: readonly ConversationAgent[];
}

/** An agent that accepts conversations. */
export type ConversationAgent = Pick<AgentSummary, 'id' | 'name' | 'description'>;

/** A conversation without its turns. The turns are the tasks of its context. */
export interface ConversationDetails
  extends ConversationSummary, Pick<Session, 'settings' | 'permitted'> {}

/** A turn of a conversation with what it shows. */
export interface ConversationTurn {
  readonly task: TaskSummary;
  /** Number of events of the turn that `items` shows. */
  readonly generation: number;
  /** Undefined if the turn is so large that its log must be read in parts. */
  readonly items?: readonly ViewItem[];
}

/** A page of turns, oldest first. */
export interface ConversationTurnPage {
  readonly turns: readonly ConversationTurn[];
  /** Number of turns that were read for the page, including turns that were erased meanwhile. */
  readonly read: number;
  /** Id of the turn before those of the page; undefined if none is older. */
  readonly before?: string;
}

/**
 * Request to fork a conversation after one of its turns. Without `after`, the fork starts before the first
 * turn.
 */
export interface ConversationBranchRequest {
  readonly after?: string;
}

/** A new conversation that was forked from another one after one of its turns. */
export type ConversationBranch = Pick<ConversationSummary, 'id'>;

/** A message of the user. Sending the same `messageId` again has no effect. */
export interface ConversationMessage {
  readonly messageId: string;
  readonly text: string;
  readonly files?: readonly ConversationFile[];
}

/** A file attached to a message. */
export interface ConversationFile {
  readonly name: string;
  readonly mediaType: string;
  /** File content in base64. */
  readonly data: string;
}

/** The settings of a conversation that the user can change. */
export interface ConversationSettings {
  /** JSON Schema of the settings; its default values are the session's current values. */
  readonly schema: JsonObject;
}

/** The model of a conversation, and how full its context window is. */
export interface ConversationModel {
  /** Whether the user can choose the model: not for remote agents and programs. */
  readonly isChoosable: boolean;
  /** The model of the agent, which is used unless the conversation has its own. */
  readonly own?: string;
  /** The model that was chosen for this conversation. */
  readonly chosen?: string;
  /** Tokens of the conversation; undefined before its first turn. */
  readonly fill?: WindowFill;
  /** Size of the context window in tokens; undefined if it is unknown. */
  readonly window?: number;
}

/** Models that a conversation or a new task of an agent can use, as `provider/name`. */
export interface ConversationModelList {
  readonly models: readonly string[];
}

/** Chooses the model of a conversation from the next message on; `null`: that of the agent. */
export interface ConversationModelChange {
  readonly model: string | null;
}

/** Result of a slash command: Markdown to display, text to send, or an action of the dashboard. */
export type ConversationCommandResult =
  | { readonly do: 'say' | 'refuse' | 'send'; readonly text: string }
  | { readonly do: 'leave' | 'clear' }
  | { readonly do: 'open'; readonly sessionId: string };

/** A completion for the next word of a slash command. */
export interface ConversationCompletion {
  readonly word: string;
  readonly about?: string;
}
