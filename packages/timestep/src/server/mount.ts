import type { AgentSecurity, PushService } from '../a2a/index.ts';
import type { ReadJson } from '../http/index.ts';
import type { Backend, OwnTasks, Runner } from '../port/index.ts';
import type { Servable } from './serve-options.ts';

/** What a protocol is served with; the same for all protocols of one server. */
export interface Site extends Pick<Backend, 'outbox' | 'responses' | 'tasks'> {
  readonly agents: readonly Servable[];
  /**
   * Runs the tasks of all callers: for what a protocol does by itself. What it does for a caller, it
   * does with the `tasks` of the caller.
   */
  readonly runner: Runner;
  /** Runs what is not to be written to a file: a task lasts as long as its caller waits for it. */
  readonly unstoredRunner: Runner;
  /** Sends push notifications about tasks. */
  readonly push: PushService;
  /** Hosts that the server answers to, beside loopback. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** Reads bodies within the bounds of the server. */
  readonly readJson: ReadJson;
  /** How callers prove who they are, for cards. */
  readonly security?: readonly AgentSecurity[];
  /** Where the server is reached from outside, when that is not where it listens. */
  readonly publicUrl?: string;
  /** Is given defects, which callers only see as an internal error. */
  readonly onError: (thrown: unknown) => void;
}

/** Who sends a request, as the server found out before it asked a mount. */
export interface Caller {
  /** Empty where the server knows no callers apart. */
  readonly principal: string;
  readonly tasks: OwnTasks;
}

/** One part of a server. */
export interface Mount {
  /**
   * Where it is: `/agents/guide`, or '' for the root. It is asked for that path and those below it, the
   * longest prefix first.
   */
  readonly prefix: string;
  /** Answers what everybody may ask, before the server knows who does. */
  readonly open?: (request: Request) => Response | undefined;
  /** Answers a caller, or nothing where the path is not its own. */
  readonly answer?: (
    request: Request,
    caller: Caller,
  ) => Promise<Response | undefined> | Response | undefined;
}

/** A protocol on a site, and how it ends. */
export interface Mounted {
  readonly mounts: readonly Mount[];
  /** Waits for what is being answered, for up to `graceMs`. */
  readonly close?: (graceMs: number) => Promise<void> | void;
}

/** A function from a site to its mounts: how a protocol is added to a server. */
export type Protocol = (site: Site) => Promise<Mounted> | Mounted;

/** Where one agent is served: at its own path, and at the root where there is no other. */
export function prefixesOf({ agents }: Pick<Site, 'agents'>, { agentId }: Servable): string[] {
  const own = `/agents/${encodeURIComponent(agentId)}`;
  return agents.length === 1 ? ['', own] : [own];
}
