import type { JsonObject, SessionSettings } from '#core';

/** A conversation in a list of the dashboard. Times are in milliseconds since the epoch. */
export interface ConversationSummary {
  readonly id: string;
  readonly agent: string;
  /** Owner of the conversation; empty if the server does not distinguish callers. */
  readonly principal: string;
  /** Title of the conversation; empty if it has none. */
  readonly name: string;
  readonly isClosed: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Conversations, latest change first, and the agents for new ones. */
export interface ConversationList {
  readonly chats: readonly ConversationSummary[];
  readonly hasMore: boolean;
  readonly agents: readonly ConversationAgent[];
}

/** An agent that accepts conversations. */
export interface ConversationAgent {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** A conversation without its turns. The turns are the tasks of its context. */
export interface ConversationDetails extends ConversationSummary {
  readonly settings: SessionSettings;
  /** Names of the tools that may run without further approval. */
  readonly permitted: readonly string[];
}

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
