import type { AgentInterface, AgentSecurity, CardSigner, PushService } from '#protocols/a2a';
import type { AccessTokenVerifier, Authenticate, ReadBytes, ReadJson } from '#protocols/http';
import type { Backend, OwnTasks, Runner } from '#engine/port';
import type { ServerMeasurements } from '../measuring/server-measurements.ts';
import type { Servables } from '../servables.ts';
import type { Servable } from '../serve-options.ts';

/** Services that a server offers to its protocols. */
export interface ProtocolHost extends Pick<
  Backend,
  'outbox' | 'responses' | 'sessions' | 'files' | 'tasks'
> {
  /** The agents that clients can reach. They may change while the server runs. */
  readonly agents: Servables;
  /** Runner for internal tasks of the protocol. Tasks of callers use the caller's `tasks`. */
  readonly runner: Runner;
  /**
   * Runner for tasks that must not be stored on disk, and that last only while their caller waits.
   */
  readonly unstoredRunner: Runner;
  readonly measuring: ServerMeasurements;
  readonly push: PushService;
  /** Hosts that requests may name in addition to loopback. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Hosts that the server may call although they are not public. */
  readonly allowedPushHosts?: readonly string[] | undefined;
  /** Reads JSON bodies within the server's limits. */
  readonly readJson: ReadJson;
  /** Reads bodies that are not JSON within the server's limits. */
  readonly readBytes: ReadBytes;
  /** How callers can authenticate; agent cards contain this. */
  readonly security?: readonly AgentSecurity[] | undefined;
  readonly tokens?: AccessTokenVerifier | undefined;
  /** The server's external URL, if it differs from the listening address. */
  readonly publicUrl?: string | undefined;
  /** Addresses of protocols other than HTTP that serve all agents. */
  readonly interfaces?: readonly Omit<AgentInterface, 'tenant'>[] | undefined;
  readonly signer?: CardSigner | undefined;
  /**
   * Secret shared by servers that trust each other's information about which agents called each
   * other.
   */
  readonly delegationKey?: string | undefined;
  /** Receives internal errors. Callers only receive a generic error. */
  readonly onError: (thrown: unknown) => void;
  /** The protocols of the package that the server speaks, in addition to MCP. */
  readonly protocolNames: readonly ('a2a' | 'agui' | 'responses')[];
}

/** The authenticated sender of a request. */
export interface Caller {
  /** Name of the authenticated caller; empty if the server does not distinguish callers. */
  readonly principal: string;
  readonly tasks: OwnTasks;
}

/** Error with which the server rejects a request before a mount answers it. */
export interface MountRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Handler of the requests to one path and the paths below. */
export interface Mount {
  /** Path prefix of the mount, such as `/agents/guide`, or '' for the root. Longer prefixes win. */
  readonly prefix: string;
  /** Id of the agent whose tasks the mount uses. The server sets it. */
  readonly agentId?: string;
  /** True if monitoring programs call this mount regularly, so that its requests are not traced. */
  readonly isProbe?: boolean;
  /** True if the request limits of callers do not apply. */
  readonly isUnlimited?: boolean;
  /** Authenticates requests to this mount, in place of the server's authentication. */
  readonly authenticate?: Authenticate;
  /** Answers requests that need no authentication. */
  readonly open?: (request: Request) => Promise<Response | undefined> | Response | undefined;
  /** Formats the server's error responses below this path. */
  readonly refuse?: (refusal: MountRefusal) => Response;
  /** Answers a request. Returns undefined if the path does not belong to the mount. */
  readonly answer?: (
    request: Request,
    caller: Caller,
  ) => Promise<Response | undefined> | Response | undefined;
}

/** A protocol (such as A2A) whose paths a server answers. */
export interface MountedProtocol {
  /** The mounts of the protocol. A function is called again after each change of the agents. */
  readonly mounts: readonly Mount[] | (() => readonly Mount[]);
  /** Called by the first request for an agent, and again after the agent has changed. */
  readonly mountAgent?: MountAgent;
  /**
   * Finds the agent that a request to the root names as tenant: returns the request at the agent's
   * path, or an error.
   */
  readonly findTenant?: (request: Request) => Promise<Request | Response | undefined>;
  /** Closes the protocol, after waiting up to `graceMs` milliseconds for unfinished responses. */
  readonly close?: (graceMs: number) => Promise<void> | void;
}

/** Mounts each agent at its path, and also at the root if it is the only agent. */
export type MountAgent = (agent: Servable) => AgentMounts;

/** The mounts of one agent on one protocol, until the agent is removed or changed. */
export interface AgentMounts {
  /** Returns the mounts at and below a path, such as `/agents/guide`, or '' for the root. */
  at(base: string): readonly Mount[];
  /** Closes the mounts, after waiting up to `graceMs` milliseconds for unfinished responses. */
  close?(graceMs: number): Promise<void> | void;
}

/** Creates the mounts (paths and their handlers) of one protocol for a server. */
export type Protocol = (host: ProtocolHost) => Promise<MountedProtocol> | MountedProtocol;
