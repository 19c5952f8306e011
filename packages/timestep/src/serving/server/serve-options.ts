import type { AgentDescription, AgentInterface, CardKey } from '#protocols/a2a';
import type { AgentTools } from '#engine/tools';
import type { ApiKey, BodyLimits, GuardOptions } from '#protocols/http';
import type { Meter } from '#protocols/metrics';
import type {
  AgentChoices,
  Log,
  OpenBackend,
  OperatorFiles,
  OperatorServers,
  ServedAgent,
  StoreUser,
} from '#engine/port';
import type { AuthenticationOptions } from './access/authentication.ts';
import type { CallerLimits } from './routing/caller-limits.ts';
import type { Environment } from './environment.ts';
import type { Protocol } from './routing/mount.ts';
import type { ProtocolName } from './protocols/named-protocols.ts';
import type { Servables } from './servables.ts';
import { describeUnknownOption, TimestepError } from '#core';

export const DEFAULT_PROTOCOLS: readonly ProtocolName[] = ['a2a', 'agui', 'responses'];

/** The properties of an agent that a server uses. `Agent` has them. */
export interface Servable extends StoreUser {
  /** Id of the agent, as its URLs contain it; also the name of the agent's loop. */
  readonly agentId: string;
  readonly description: Omit<AgentDescription, 'url'>;
  readonly environment: Environment | undefined;
  readonly loop: ServedAgent;
  /** False if only agents of this process can reach the agent, not clients. Default true. */
  readonly isExposed?: boolean | undefined;
  /**
   * API keys with the principals of their holders. They replace the server's authentication for
   * this agent.
   */
  readonly apiKeys?: readonly ApiKey[] | undefined;
  /**
   * Scopes that access tokens need for the agent. Without a token issuer, all callers are rejected.
   */
  readonly scopes?: readonly string[] | undefined;
  /**
   * Maximum number of the agent's running tasks per process. Further messages are rejected with
   * 429.
   */
  readonly mostRunning?: number | undefined;
  /**
   * Tools that call the agent, served as an MCP server at `/tools/mcp` below the agent. Default:
   * none.
   */
  readonly agentTools?: AgentTools | undefined;
  /** Returns the ids of the agents that this agent may call, for operators. */
  readonly mayCall?: (() => readonly string[]) | undefined;
  /** The choices that conversations have, such as models and settings. Default: none. */
  readonly choices?: (() => Promise<AgentChoices>) | AgentChoices | undefined;
  /** Opens the agent's editable files for operators; undefined if there are none. */
  readonly files?: (() => Promise<OperatorFiles>) | OperatorFiles | undefined;
  /** Opens the agent's MCP servers for operators; undefined if there are none. */
  readonly servers?: (() => Promise<OperatorServers>) | OperatorServers | undefined;
  close(): Promise<void>;
}

/** Options of a server: agents, address, authentication and storage of tasks. */
export interface ServeOptions extends GuardOptions, BodyLimits, AuthenticationOptions {
  /** The agents: an array, or a collection that may change while the server runs. */
  readonly agents: readonly Servable[] | Servables;
  /** Port to listen on. Default 9999; 0 chooses a free port. */
  readonly port?: number;
  /** Host to listen on. Default 127.0.0.1; other hosts require `apiKeys` or `authenticate`. */
  readonly host?: string;
  /** External URL, if it differs from the listening address. Requests to its host are allowed. */
  readonly publicUrl?: string;
  /**
   * Reverse proxies before this server, as addresses (`127.0.0.1`) or ranges (`10.0.0.0/8`). Their
   * `X-Forwarded-Proto`, `-Host` (must be allowed) and `-Prefix` are used. Default: none.
   */
  readonly trustProxy?: readonly string[];
  /**
   * Addresses of further protocols that serve the agents, such as from `serveGrpc`. Agent cards list each
   * with the agent's id as tenant.
   */
  readonly interfaces?: readonly Omit<AgentInterface, 'tenant'>[];
  /** Signs agent cards; `/.well-known/jwks.json` returns the public key. Default: no signatures. */
  readonly cardKey?: CardKey;
  /** Protocols by name, or functions of the program. Default: A2A, AG-UI and OpenAI Responses. */
  readonly protocols?: readonly (ProtocolName | Protocol)[];
  /** Opens the backend that stores tasks and other data. Default: `openSqlite` with `database`. */
  readonly backend?: OpenBackend;
  /** SQLite file for tasks and other data, or `:memory:`. Default `.timestep/tasks.db`. */
  readonly database?: string;
  /** Hosts that push notifications may go to. Default: public https addresses only. */
  readonly allowedPushHosts?: readonly string[];
  /**
   * Secret shared by the servers of one owner. They trust each other's information about calling
   * agents and budgets. From other callers they use only the number of calling agents, to end
   * endless chains.
   */
  readonly delegationKey?: string;
  /** Limits for each caller of this process. Default: none. */
  readonly callerLimits?: CallerLimits;
  /** An OpenTelemetry meter that receives the measurements of `GET /metrics`. */
  readonly meter?: Meter;
  /** Receives log lines, such as a pino logger. Message contents are not logged. */
  readonly log?: Log;
  /** Receives internal errors, repetitions once a minute. Default: writes to standard error. */
  readonly onError?: (thrown: unknown) => void;
}

/** The server cannot be set up with the given options. */
export class ServeError extends TimestepError {}

/** All option names; the compiler checks that the list is complete. */
const OPTIONS: Readonly<Record<keyof ServeOptions, true>> = {
  agents: true,
  port: true,
  host: true,
  publicUrl: true,
  trustProxy: true,
  interfaces: true,
  cardKey: true,
  protocols: true,
  backend: true,
  database: true,
  allowedHosts: true,
  allowedOrigins: true,
  allowedPushHosts: true,
  apiKeys: true,
  oauth: true,
  authenticate: true,
  delegationKey: true,
  callerLimits: true,
  bodyLimit: true,
  unfinishedLimit: true,
  bodyTimeoutMs: true,
  meter: true,
  log: true,
  onError: true,
};

/** Option names of other servers, with the option of this library to use instead. */
const SPELLINGS: Readonly<Record<string, string>> = {
  agent: 'agents: [agent]',
  hostname: 'host',
  address: 'host',
  db: 'database',
  apiKey: 'apiKeys',
  cors: 'allowedOrigins',
  logger: 'log',
  proxy: 'trustProxy',
  baseUrl: 'publicUrl',
};

/** Throws `ServeError` (`bad-options`) if an option is unknown. */
export function rejectUnknownServeOptions(options: ServeOptions): void {
  const unknown = describeUnknownOption(options, OPTIONS, SPELLINGS);
  if (unknown !== undefined) throw new ServeError('bad-options', `serve ${unknown}`);
}
