import type { AgentInterface, AgentSecurity, CardSigner, PushService } from '../a2a/index.ts';
import type { AccessTokenVerifier, Authenticate, ReadBytes, ReadJson } from '../http/index.ts';
import type { Backend, OwnTasks, Runner } from '../port/index.ts';
import type { Measuring } from './measuring.ts';
import type { Servables } from './servables.ts';
import type { Servable } from './serve-options.ts';

/** What every protocol of one server is served with. */
export interface Site extends Pick<
  Backend,
  'outbox' | 'responses' | 'sessions' | 'files' | 'tasks'
> {
  /** The agents that are reached from outside. They may change while the server runs. */
  readonly agents: Servables;
  /**
   * Runs the tasks of all callers, for work that a protocol does by itself. Work for one caller
   * uses the `tasks` of that caller.
   */
  readonly runner: Runner;
  /**
   * Runs tasks that must not be written to a file: such a task lasts as long as its caller waits
   * for it.
   */
  readonly unstoredRunner: Runner;
  /** What this process measures. */
  readonly measuring: Measuring;
  /** Sends push notifications about tasks. */
  readonly push: PushService;
  /** Hosts that the server answers to, beside loopback. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** Reads bodies within the bounds of the server. */
  readonly readJson: ReadJson;
  /** Reads bodies of other types within the same bounds. */
  readonly readBytes: ReadBytes;
  /** How callers authenticate, for cards. */
  readonly security?: readonly AgentSecurity[];
  /** Checks tokens of callers, where an issuer is known. */
  readonly tokens?: AccessTokenVerifier;
  /** The address of the server from outside, when it differs from the one it listens on. */
  readonly publicUrl?: string;
  /** Where all agents are reached besides HTTP. */
  readonly interfaces?: readonly Omit<AgentInterface, 'tenant'>[];
  /** Signs the cards of agents. */
  readonly signer?: CardSigner;
  /** A secret that servers of one owner share, so that they know which agents called each other. */
  readonly delegationKey?: string;
  /** Receives defects, which callers only see as an internal error. */
  readonly onError: (thrown: unknown) => void;
}

/** The sender of a request, which the server found out before it asked a mount. */
export interface Caller {
  /** Empty where the server does not tell callers apart. */
  readonly principal: string;
  readonly tasks: OwnTasks;
}

/** Why the server itself refuses a request. */
export interface MountRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One part of a server. */
export interface Mount {
  /**
   * The path of this part: `/agents/guide`, or '' for the root. It is asked for that path and those
   * below it, the longest prefix first.
   */
  readonly prefix: string;
  /** Programs ask it again and again to watch the server: traces do not show that. */
  readonly isProbe?: boolean;
  /** Its callers may send as many requests as they like: the page of an operator. */
  readonly isUnlimited?: boolean;
  /** Finds out who is calling, in place of the server; mounts without it are then not asked. */
  readonly authenticate?: Authenticate;
  /** Answers public requests, before the server knows who is calling. */
  readonly open?: (request: Request) => Promise<Response | undefined> | Response | undefined;
  /** How requests that the server refuses look below this path; default: the form of the server. */
  readonly refuse?: (refusal: MountRefusal) => Response;
  /** Answers a caller, or returns nothing where the path is not its own. */
  readonly answer?: (
    request: Request,
    caller: Caller,
  ) => Promise<Response | undefined> | Response | undefined;
}

/** A protocol on a site, and how to end it. */
export interface Mounted {
  /** A function is asked again after each change of the agents. */
  readonly mounts: readonly Mount[] | (() => readonly Mount[]);
  /**
   * Serves one agent. It is asked when a request first comes for the agent, and again once the agent
   * has changed.
   */
  readonly mountAgent?: MountAgent;
  /** Waits for unfinished answers, for up to `graceMs`. */
  readonly close?: (graceMs: number) => Promise<void> | void;
}

/** Serves an agent at its address, and at the root where it is the only one. */
export type MountAgent = (agent: Servable) => AgentMounts;

/** One agent, served by a protocol, until it goes or changes. */
export interface AgentMounts {
  /** The mounts at and below an address, such as `/agents/guide`, or '' for the root. */
  at(base: string): readonly Mount[];
  /** Waits for unfinished answers, for up to `graceMs`. */
  close?(graceMs: number): Promise<void> | void;
}

/** A function from a site to its mounts; a server takes one for each protocol. */
export type Protocol = (site: Site) => Promise<Mounted> | Mounted;
