import type { AgentDescription, AgentInterface, CardKey } from '#protocols/a2a';
import type { AgentTools } from '#engine/tools';
import type { BodyLimits, GuardOptions } from '#protocols/http';
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
import { describeUnknownOption } from '#core';
import { ServeError } from './serve-error.ts';

/** The properties of an agent that a server uses. `Agent` has them. */
export interface Servable extends StoreUser {
  /** Names the agent in addresses. Its loop has the same name. */
  readonly agentId: string;
  readonly description: Omit<AgentDescription, 'url'>;
  readonly environment: Environment | undefined;
  readonly loop: ServedAgent;
  /** False if only this process finds the agent, by name. Default true. */
  readonly isExposed?: boolean | undefined;
  /** Principals by API key. At the agent's addresses they replace the server's authentication. */
  readonly apiKeys?: Readonly<Record<string, string>> | undefined;
  /** Scopes that access tokens need. Without a token issuer, every caller is rejected. */
  readonly scopes?: readonly string[] | undefined;
  /** Maximum concurrent tasks that a process accepts. Further messages are rejected with 429. */
  readonly mostRunning?: number | undefined;
  /** Tools by which others call the agent. Default: none. */
  readonly agentTools?: AgentTools | undefined;
  /** Ids of the agents that this agent may call now, for operators. */
  readonly mayCall?: (() => readonly string[]) | undefined;
  /** The choices that conversations have, such as models and settings. Default: none. */
  readonly choices?: (() => Promise<AgentChoices>) | AgentChoices | undefined;
  /** For operators. Undefined if there are no editable files. */
  readonly files?: (() => Promise<OperatorFiles>) | OperatorFiles | undefined;
  /** For operators. Undefined if there are none to manage. */
  readonly servers?: (() => Promise<OperatorServers>) | OperatorServers | undefined;
  close(): Promise<void>;
}

/** The agents, the address, the callers and the storage of tasks. */
export interface ServeOptions extends GuardOptions, BodyLimits, AuthenticationOptions {
  /** The agents: an array, or a collection that may change while the server runs. */
  readonly agents: readonly Servable[] | Servables;
  /** Default 9999. With 0, any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. Any other address requires `apiKeys` or `authenticate`. */
  readonly host?: string;
  /** The external URL, if it differs from the own one. Requests to its host are allowed. */
  readonly publicUrl?: string;
  /**
   * Reverse proxies before this server, as addresses (`127.0.0.1`) or ranges (`10.0.0.0/8`). Their
   * `X-Forwarded-Proto`, `-Host` (must be allowed) and `-Prefix` are used. Default: none.
   */
  readonly trustProxy?: readonly string[];
  /**
   * Addresses at which agents are reached by other protocols, such as that of `serveGrpc`. Agent
   * cards list each one with the agent's id as tenant.
   */
  readonly interfaces?: readonly Omit<AgentInterface, 'tenant'>[];
  /** Signs agent cards; `/.well-known/jwks.json` returns the public key. Default: no signatures. */
  readonly cardKey?: CardKey;
  /** Names, or functions of the program. Default: A2A, AG-UI and OpenAI Responses. */
  readonly protocols?: readonly (ProtocolName | Protocol)[];
  /** Opens the backend that stores everything. Default: `openSqlite` with `database`. */
  readonly backend?: OpenBackend;
  /** The SQLite file that stores everything, or `:memory:`. Default `.timestep/tasks.db`. */
  readonly database?: string;
  /** Hosts that push notifications may go to. Default: public https addresses only. */
  readonly allowedPushHosts?: readonly string[];
  /**
   * A secret that the servers of one owner share. They trust each other about which agents called
   * each other and about budgets; of other callers, only the number of agents counts.
   */
  readonly delegationKey?: string;
  /** Limits for each caller of this process. Default: none. */
  readonly callerLimits?: CallerLimits;
  /** An OpenTelemetry meter that receives the measurements of `GET /metrics`. */
  readonly meter?: Meter;
  /** Receives the server's log, such as a logger of pino. Message contents are not logged. */
  readonly log?: Log;
  /**
   * Receives internal errors and failures to store tasks, repetitions once a minute with their
   * number. Default: writes to standard error.
   */
  readonly onError?: (thrown: unknown) => void;
}

/** The compiler keeps the list complete. */
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

/** Option names of other servers, and what they are here. */
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
export function checkServeOptions(options: ServeOptions): void {
  const unknown = describeUnknownOption(options, OPTIONS, SPELLINGS);
  if (unknown !== undefined) throw new ServeError('bad-options', `serve ${unknown}`);
}
