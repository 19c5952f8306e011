import type {
  CommandPort,
  CompactionOptions,
  Conversation,
  ConversationSite,
  ConversationsSite,
} from '../chat/index.ts';
import type { ConversationView } from '../view/index.ts';
import type { Session } from '../core/index.ts';
import type { ClientServer } from './client-server.ts';

/** What is served over the Agent Client Protocol. */
export interface AcpSite {
  readonly version: string;
  /** Whose sessions the client sees. */
  readonly principal: string;
  /** At least one; the first answers unless the client chooses another. */
  readonly agents: readonly [AcpAgent, ...AcpAgent[]];
  readonly conversations: ConversationSite;
  /** The turns of all conversations, in which contexts are found that are not sessions yet. */
  readonly tasks: ConversationsSite['tasks'];
  /** The working directory of sessions that began without one. */
  readonly directory: string;
  /** Gives a session the tools of the client's MCP servers, in place of those it had from the client. */
  readonly useServers: (
    sessionId: string,
    directory: string,
    servers: readonly ClientServer[],
  ) => Promise<void>;
  /** Receives failures that no request is waiting for. */
  readonly onError: (thrown: unknown) => void;
}

/** An agent that a client may choose for a session. */
export interface AcpAgent {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  /** Its own model. */
  readonly model?: string;
  /** Other models that may answer instead. */
  readonly models: readonly string[];
  /** When its conversations are compacted by themselves; absent: never. */
  readonly compaction?: (session: () => Session) => CompactionOptions | undefined;
  /** What commands reach in a conversation; absent: what every agent has. */
  readonly commands?: (conversation: Conversation) => (view: () => ConversationView) => CommandPort;
}
