import type { AgentDescription, AgentInterface, CardKey } from '../a2a/index.ts';
import type { AgentTools } from '../environment/index.ts';
import type { BodyLimits, GuardOptions } from '../http/index.ts';
import type { Meter } from '../metrics/index.ts';
import type {
  AgentChoices,
  Log,
  OpenBackend,
  OperatorFiles,
  OperatorServers,
  ServedAgent,
  StoreUser,
} from '../port/index.ts';
import type { Checks } from './authentication-of.ts';
import type { CallerLimits } from './caller-limits.ts';
import type { Environment } from './environment.ts';
import type { Protocol } from './mount.ts';
import type { ProtocolName } from './protocols/named.ts';
import type { Servables } from './servables.ts';

/** What a server needs from an agent; `Agent` is one. */
export interface Servable extends StoreUser {
  /** Names the agent in addresses; its loop has the same name. */
  readonly agentId: string;
  readonly description: Omit<AgentDescription, 'url'>;
  readonly environment: Environment | undefined;
  readonly loop: ServedAgent;
  /**
   * False: the agent is found by name inside this process only; from outside there is nothing at its
   * addresses. Default true.
   */
  readonly isExposed?: boolean | undefined;
  /**
   * Principals by API key, for this agent alone: at its addresses they replace who may ask the server.
   */
  readonly apiKeys?: Readonly<Record<string, string>> | undefined;
  /**
   * Scopes that tokens need for this agent beside those that the server asks for. Without an issuer of tokens at the
   * server no caller has them.
   */
  readonly scopes?: readonly string[] | undefined;
  /**
   * How many of its tasks may run at a time before messages to its addresses are refused (429). Each process
   * counts those that it has accepted.
   */
  readonly mostRunning?: number | undefined;
  /** What the agent is for others; absent: nothing. */
  readonly agentTools?: AgentTools | undefined;
  /** The ids of the agents that it may call now, for operators; absent: it is not known. */
  readonly mayCall?: (() => readonly string[]) | undefined;
  /** What conversations may choose of it; absent: nothing. */
  readonly choices?: (() => Promise<AgentChoices>) | AgentChoices | undefined;
  /** Its files, for operators; absent: it has none that can be changed. */
  readonly files?: (() => Promise<OperatorFiles>) | OperatorFiles | undefined;
  /** Its MCP servers, for operators; absent: it has none that can be operated. */
  readonly servers?: (() => Promise<OperatorServers>) | OperatorServers | undefined;
  close(): Promise<void>;
}

/** What one process serves, at which address, to which callers, and where it keeps the tasks. */
export interface ServeOptions extends GuardOptions, BodyLimits, Checks {
  /** An array, or a collection that may change while it is served. */
  readonly agents: readonly Servable[] | Servables;
  /** Default 9999; 0 takes any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. Any other address needs `apiKeys` or `authenticate`. */
  readonly host?: string;
  /**
   * The address of the server from outside, when it differs from the one it listens on. Its host is
   * allowed, as those of `allowedHosts` are.
   */
  readonly publicUrl?: string;
  /**
   * Proxies before the server, as addresses (`127.0.0.1`) or ranges (`10.0.0.0/8`): of requests that come from them the
   * protocol, the host and the path before ours are those of `X-Forwarded-Proto`, `-Host` and `-Prefix`. The host must
   * still be allowed. Default: none, and these headers count for nothing.
   */
  readonly trustProxy?: readonly string[];
  /**
   * Where all agents are reached besides HTTP, such as the address of `serveGrpc`. Cards name each with the id of
   * the agent as its tenant.
   */
  readonly interfaces?: readonly Omit<AgentInterface, 'tenant'>[];
  /** Signs the cards of all agents; `/.well-known/jwks.json` then shows the public key. Default: no signatures. */
  readonly cardKey?: CardKey;
  /** What is served: names, or protocols of the program. Default: A2A, AG-UI and OpenAI Responses. */
  readonly protocols?: readonly (ProtocolName | Protocol)[];
  /**
   * Opens the backend that keeps everything: `openSqlite`, `openMemory`, or a function from the
   * package of another backend. Default: `openSqlite` at `database`.
   */
  readonly backend?: OpenBackend;
  /**
   * The SQLite file that keeps everything; with `:memory:`, everything stays in this process only.
   * Default `.timestep/tasks.db` in the working directory.
   */
  readonly database?: string;
  /**
   * Hosts, with or without a port, that push notifications may go to although they are not public
   * or not https. Default: none, so that only public https addresses are allowed.
   */
  readonly allowedPushHosts?: readonly string[];
  /**
   * A secret that servers of one owner share: callers that have it too are believed which agents called
   * each other and what is left of a budget. Without it, only how many they were counts.
   */
  readonly delegationKey?: string;
  /** How much one caller may ask of this process; default: as much as it likes. */
  readonly callerLimits?: CallerLimits;
  /**
   * A meter of OpenTelemetry, which receives what `GET /metrics` shows: `metrics.getMeter('my-app')`.
   */
  readonly meter?: Meter;
  /** Where the server writes what it does, without what was said: a logger of pino, or the like. */
  readonly log?: Log;
  /**
   * Receives defects, which callers only see as an internal error, and failures to keep tasks. A
   * repeated failure arrives once a minute, with how often it happened. Default: a line on standard
   * error.
   */
  readonly onError?: (thrown: unknown) => void;
}
