import type { JsonObject, SessionSettings } from '../../core/index.ts';

/** A conversation in a list of the page. Times are in milliseconds since the epoch. */
export interface ConversationLine {
  readonly id: string;
  readonly agent: string;
  /** Whose it is; empty where the server does not tell callers apart. */
  readonly principal: string;
  /** What people call it; empty where it has no name. */
  readonly name: string;
  readonly isClosed: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The conversations of the page, the newest change first, and with whom a new one may begin. */
export interface ConversationList {
  readonly chats: readonly ConversationLine[];
  readonly hasMore: boolean;
  readonly agents: readonly ConversationAgent[];
}

/** An agent that can be talked to. */
export interface ConversationAgent {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** What is known of one conversation beside its turns, which are tasks of its context. */
export interface ConversationHead extends ConversationLine {
  readonly settings: SessionSettings;
  /** Tools that may be called without a further yes. */
  readonly permitted: readonly string[];
}

/** What a person says in a conversation; sending an id again changes nothing. */
export interface ConversationMessage {
  readonly messageId: string;
  readonly text: string;
  readonly files?: readonly ConversationFile[];
}

/** A file that a person gives with a message. */
export interface ConversationFile {
  readonly name: string;
  readonly mediaType: string;
  /** In base64. */
  readonly data: string;
}

/** What can be set of a conversation. */
export interface ConversationSettings {
  /** A JSON Schema; its defaults are what the session has set. */
  readonly schema: JsonObject;
}

/** What a slash command came to: words in Markdown, words to be sent to the agent, or what the page is to do. */
export type ConversationAnswer =
  | { readonly do: 'say' | 'refuse' | 'send'; readonly text: string }
  | { readonly do: 'leave' | 'clear' }
  | { readonly do: 'open'; readonly sessionId: string };

/** A word that may be written next in a slash command. */
export interface ConversationCompletion {
  readonly word: string;
  readonly about?: string;
}
