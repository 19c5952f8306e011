import type {
  CommandPort,
  CompactionOptions,
  Conversation,
  ConversationDeps,
  ListConversationsDeps,
} from '../chat/index.ts';
import type { ConversationView } from '../view/index.ts';
import type { Session } from '../../core/index.ts';
import type { ClientServer } from './conversions/client-server.ts';

/** What an ACP server needs: the agents, the stores and callbacks. */
export interface AcpServerDeps {
  readonly version: string;
  /** Owner of the sessions that the client can access. */
  readonly principal: string;
  /** The agents, at least one. The first one is used unless the client chooses another. */
  readonly agents: readonly [AcpAgent, ...AcpAgent[]];
  readonly conversations: ConversationDeps;
  /** Store of all turns, used to find contexts that have turns but no session. */
  readonly tasks: ListConversationsDeps['tasks'];
  /** Working directory for sessions that have none. */
  readonly directory: string;
  /**
   * Gives a session the tools of the client's MCP servers, replacing those set by an earlier call.
   */
  readonly useServers: (
    sessionId: string,
    directory: string,
    servers: readonly ClientServer[],
  ) => Promise<void>;
  /** Receives errors that no request awaits. */
  readonly onError: (thrown: unknown) => void;
}

/** An agent that a client can choose for a session. */
export interface AcpAgent {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  /** Default model of the agent. */
  readonly model?: string;
  /** Other models that the client can choose. */
  readonly models: readonly string[];
  /** Creates the options for automatic compaction; undefined disables it. */
  readonly compaction?: (session: () => Session) => CompactionOptions | undefined;
  /**
   * Creates the slash commands' access to a conversation. If undefined, only the basic commands are
   * available.
   */
  readonly commands?: (conversation: Conversation) => (view: () => ConversationView) => CommandPort;
}
