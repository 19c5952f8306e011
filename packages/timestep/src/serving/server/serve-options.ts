import type { AgentDescription, AgentInterface, CardKey } from '../../protocols/a2a/index.ts';
import type { AgentTools } from '../../engine/tools/index.ts';
import type { BodyLimits, GuardOptions } from '../../protocols/http/index.ts';
import type { Meter } from '../../protocols/metrics/index.ts';
import type {
  AgentChoices,
  Log,
  OpenBackend,
  OperatorFiles,
  OperatorServers,
  ServedAgent,
  StoreUser,
} from '../../engine/port/index.ts';
import type { AuthenticationOptions } from './authentication.ts';
import type { CallerLimits } from './caller-limits.ts';
import type { Environment } from './environment.ts';
import type { Protocol } from './mount.ts';
import type { ProtocolName } from './protocols/named-protocols.ts';
import type { Servables } from './servables.ts';

/** The properties of an agent that a server uses. `Agent` has them. */
export interface Servable extends StoreUser {
  /** Names the agent in addresses. Its loop has the same name. */
  readonly agentId: string;
  readonly description: Omit<AgentDescription, 'url'>;
  readonly environment: Environment | undefined;
  readonly loop: ServedAgent;
  /**
   * False if clients cannot reach the agent: only this process finds it by name, and its addresses
   * do not exist. Default true.
   */
  readonly isExposed?: boolean | undefined;
  /**
   * Principals by API key, for this agent only. At its addresses they replace the server's
   * authentication.
   */
  readonly apiKeys?: Readonly<Record<string, string>> | undefined;
  /**
   * Scopes that access tokens need for this agent, in addition to those of the server. If the
   * server has no token issuer, every caller is rejected.
   */
  readonly scopes?: readonly string[] | undefined;
  /**
   * Maximum concurrent tasks of the agent. Further messages are rejected with 429. Each process
   * counts the tasks that it has accepted.
   */
  readonly mostRunning?: number | undefined;
  /** Tools by which others call the agent. Default: none. */
  readonly agentTools?: AgentTools | undefined;
  /**
   * Returns the ids of the agents that this agent may call now, for operators. Undefined if
   * unknown.
   */
  readonly mayCall?: (() => readonly string[]) | undefined;
  /** The choices that conversations have, such as models and settings. Default: none. */
  readonly choices?: (() => Promise<AgentChoices>) | AgentChoices | undefined;
  /** The agent's files, for operators. Undefined if there are no editable files. */
  readonly files?: (() => Promise<OperatorFiles>) | OperatorFiles | undefined;
  /** The agent's MCP servers, for operators. Undefined if there are none to manage. */
  readonly servers?: (() => Promise<OperatorServers>) | OperatorServers | undefined;
  close(): Promise<void>;
}

/** Options of `serve`: the agents, the address, the callers and the storage of tasks. */
export interface ServeOptions extends GuardOptions, BodyLimits, AuthenticationOptions {
  /** The agents: an array, or a collection that may change while the server runs. */
  readonly agents: readonly Servable[] | Servables;
  /** Default 9999. With 0, any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. Any other address requires `apiKeys` or `authenticate`. */
  readonly host?: string;
  /**
   * The server's external URL, if it differs from the one it listens on. Requests to its host are
   * allowed, as to `allowedHosts`.
   */
  readonly publicUrl?: string;
  /**
   * Reverse proxies before this server, as addresses (`127.0.0.1`) or ranges (`10.0.0.0/8`). In
   * requests from them, `X-Forwarded-Proto`, `-Host` and `-Prefix` set the protocol, the host and
   * the path prefix. The host must still be allowed. Default: none, and these headers are ignored.
   */
  readonly trustProxy?: readonly string[];
  /**
   * Addresses at which all agents are reached by other protocols than HTTP, such as that of
   * `serveGrpc`. Agent cards list each one with the agent's id as tenant.
   */
  readonly interfaces?: readonly Omit<AgentInterface, 'tenant'>[];
  /**
   * Signs all agent cards. `/.well-known/jwks.json` then returns the public key. Default: no
   * signatures.
   */
  readonly cardKey?: CardKey;
  /**
   * The protocols to serve: names, or functions of the program. Default: A2A, AG-UI and OpenAI
   * Responses.
   */
  readonly protocols?: readonly (ProtocolName | Protocol)[];
  /**
   * Opens the backend that stores everything: `openSqlite`, `openMemory`, or the function of
   * another backend's package. Default: `openSqlite` with `database`.
   */
  readonly backend?: OpenBackend;
  /**
   * The SQLite file that stores everything. With `:memory:`, data exists only in this process.
   * Default `.timestep/tasks.db` in the working directory.
   */
  readonly database?: string;
  /**
   * Hosts, with or without a port, that push notifications may go to even if they are not public or
   * do not use https. Default: none, so that only public https addresses are allowed.
   */
  readonly allowedPushHosts?: readonly string[];
  /**
   * A secret that the servers of one owner share. Callers that have it are trusted about which
   * agents called each other and about the remaining budget. From other callers, only the number of
   * agents counts.
   */
  readonly delegationKey?: string;
  /** Request limits for each caller of this process. Default: no limits. */
  readonly callerLimits?: CallerLimits;
  /**
   * An OpenTelemetry meter that receives the measurements of `GET /metrics`:
   * `metrics.getMeter('my-app')`.
   */
  readonly meter?: Meter;
  /**
   * A logger, such as one of pino, that receives the server's log. Message contents are not logged.
   */
  readonly log?: Log;
  /**
   * Receives internal errors, which callers only see as a generic error, and failures to store
   * tasks. Repetitions of a failure are reported once a minute with their number. Default: writes a
   * line to standard error.
   */
  readonly onError?: (thrown: unknown) => void;
}
