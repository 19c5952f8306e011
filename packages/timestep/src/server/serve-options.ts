import type { AgentDescription } from '../a2a/index.ts';
import type { Authenticate, BodyLimits, GuardOptions } from '../http/index.ts';
import type { OpenBackend, ServedAgent } from '../port/index.ts';
import type { Environment } from './environment.ts';
import type { Protocol } from './mount.ts';
import type { ProtocolName } from './protocols/named.ts';

/** What a server needs of an agent; `Agent` is one. */
export interface Servable {
  readonly agentId: string;
  readonly description: Omit<AgentDescription, 'url'>;
  readonly environment: Environment | undefined;
  readonly loop: ServedAgent;
  close(): Promise<void>;
}

/** What one process serves, where, to which callers, and in what it keeps the tasks. */
export interface ServeOptions extends GuardOptions, BodyLimits {
  readonly agents: readonly Servable[];
  /** Default 9999; 0 takes any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. Any other address needs `apiKeys` or `authenticate`. */
  readonly host?: string;
  /** Principals by API key. With keys, every request must bring one. */
  readonly apiKeys?: Readonly<Record<string, string>>;
  /** Finds out who is calling, in place of `apiKeys`. */
  readonly authenticate?: Authenticate;
  /**
   * Where the server is reached from outside, when that is not where it listens. Its host is allowed,
   * as those of `allowedHosts` are.
   */
  readonly publicUrl?: string;
  /** What is served, by name or as a program's own. Default: A2A and OpenAI Responses. */
  readonly protocols?: readonly (ProtocolName | Protocol)[];
  /**
   * Opens what everything is kept in, such as `openSqlite`, `openMemory` or what a package of
   * another backend offers. Default: `openSqlite` at `database`.
   */
  readonly backend?: OpenBackend;
  /**
   * The SQLite file that everything is kept in; `:memory:` keeps it in this process only. Default
   * `.timestep/tasks.db` where the process was started.
   */
  readonly database?: string;
  /**
   * Hosts, with or without a port, that push notifications may go to although they are not public or
   * not https. Default: none but public https addresses.
   */
  readonly allowedPushHosts?: readonly string[];
  /**
   * Told of defects, which callers only see as an internal error, and of what keeps tasks from being
   * kept; of what repeats itself once a minute, with how often. Default: a line on standard error.
   */
  readonly onError?: (thrown: unknown) => void;
}
