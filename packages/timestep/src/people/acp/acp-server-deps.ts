import type {
  CommandPort,
  CompactionOptions,
  Conversation,
  ConversationDeps,
  ListConversationsDeps,
} from '#people/chat';
import type { ConversationView } from '#people/view';
import type { Session } from '#core';
import type { ClientServer } from './conversions/client-server.ts';

export interface AcpServerDeps {
  readonly version: string;
  /** Owner of the sessions that the client can access. */
  readonly principal: string;
  /** The agents, at least one. The first agent is used unless the client chooses another. */
  readonly agents: readonly [AcpAgent, ...AcpAgent[]];
  readonly conversations: ConversationDeps;
  readonly tasks: ListConversationsDeps['tasks'];
  readonly directory: string;
  /** Replaces the tools of the client's MCP servers in a session. */
  readonly useServers: (
    sessionId: string,
    directory: string,
    servers: readonly ClientServer[],
  ) => Promise<void>;
  /** Receives errors of background work, which no request awaits. */
  readonly onError: (thrown: unknown) => void;
}

export interface AcpAgent {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly model?: string;
  /** Other models that the client can choose, as far as they are known. */
  readonly models: readonly string[];
  /** Asks the providers for their models, which `models` then contains. Never rejects. */
  readonly loadModels?: () => Promise<void>;
  readonly compaction?: (session: () => Session) => CompactionOptions | undefined;
  /** Lists the commands of the agent's folder. Undefined if it has none. */
  readonly listTextCommands?: CommandPort['listTextCommands'];
  readonly commands: (conversation: Conversation) => (view: () => ConversationView) => CommandPort;
}
