import type { AgentInterface, AgentSecurity, CardSigner, PushService } from '#protocols/a2a';
import type { AccessTokenVerifier, Authenticate, ReadBytes, ReadJson } from '#protocols/http';
import type { Backend, OwnTasks, Runner } from '#engine/port';
import type { ServerMeasurements } from '../measuring/server-measurements.ts';
import type { Servables } from '../servables.ts';
import type { Servable } from '../serve-options.ts';

/** The services of a server that its protocols use. */
export interface ProtocolHost extends Pick<
  Backend,
  'outbox' | 'responses' | 'sessions' | 'files' | 'tasks'
> {
  /** The agents that clients can reach. They may change while the server runs. */
  readonly agents: Servables;
  /** For work of the protocol itself. For one caller, use that caller's `tasks`. */
  readonly runner: Runner;
  /** Runs tasks that must not be written to disk. They last only while their caller waits. */
  readonly unstoredRunner: Runner;
  readonly measuring: ServerMeasurements;
  readonly push: PushService;
  /** In addition to loopback. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** Reads JSON bodies within the server's limits. */
  readonly readJson: ReadJson;
  /** Reads bodies of other types within the same limits. */
  readonly readBytes: ReadBytes;
  /** How callers authenticate, as agent cards declare it. */
  readonly security?: readonly AgentSecurity[];
  readonly tokens?: AccessTokenVerifier;
  /** The server's external URL, if it differs from the one it listens on. */
  readonly publicUrl?: string;
  /** Addresses at which all agents are reached by other protocols than HTTP. */
  readonly interfaces?: readonly Omit<AgentInterface, 'tenant'>[];
  readonly signer?: CardSigner;
  /** A secret of servers that trust each other about which agents called each other. */
  readonly delegationKey?: string;
  /** Receives internal errors. Callers only receive a generic error. */
  readonly onError: (thrown: unknown) => void;
}

/** The authenticated sender of a request. */
export interface Caller {
  /** Empty if the server does not distinguish callers. */
  readonly principal: string;
  readonly tasks: OwnTasks;
}

/** Why the server rejects a request before a mount answers it. */
export interface MountRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A handler for the requests to one path. */
export interface Mount {
  /** Such as `/agents/guide`, or '' for the root. Longer prefixes receive a request first. */
  readonly prefix: string;
  /** The agent whose tasks the mount uses. The server sets it. */
  readonly agentId?: string;
  /** True if monitoring programs call this mount regularly. Such requests are not traced. */
  readonly isProbe?: boolean;
  /** True if the request limits of callers do not apply. */
  readonly isUnlimited?: boolean;
  /** Replaces the server's authentication. Mounts without it then do not receive the request. */
  readonly authenticate?: Authenticate;
  /** Answers public requests, before the caller is identified. */
  readonly open?: (request: Request) => Promise<Response | undefined> | Response | undefined;
  /** Formats the server's error responses below this path. */
  readonly refuse?: (refusal: MountRefusal) => Response;
  /** Returns undefined if the path does not belong to the mount. */
  readonly answer?: (
    request: Request,
    caller: Caller,
  ) => Promise<Response | undefined> | Response | undefined;
}

/** A protocol on a server. */
export interface MountedProtocol {
  /** A function is called again after each change of the agents. */
  readonly mounts: readonly Mount[] | (() => readonly Mount[]);
  /** Called by the first request for an agent, and again after the agent has changed. */
  readonly mountAgent?: MountAgent;
  /** Finds the agent that a request to the root names: its request there, or an error response. */
  readonly findTenant?: (request: Request) => Promise<Request | Response | undefined>;
  /** Waits up to `graceMs` for unfinished responses. */
  readonly close?: (graceMs: number) => Promise<void> | void;
}

/** Serves an agent at its address, and at the root if it is the only one. */
export type MountAgent = (agent: Servable) => AgentMounts;

/** One agent on one protocol, until the agent is removed or changed. */
export interface AgentMounts {
  /** Returns the mounts at and below a path, such as `/agents/guide`, or '' for the root. */
  at(base: string): readonly Mount[];
  /** Waits up to `graceMs` for unfinished responses. */
  close?(graceMs: number): Promise<void> | void;
}

/** Creates the mounts of one protocol for a server. */
export type Protocol = (host: ProtocolHost) => Promise<MountedProtocol> | MountedProtocol;
