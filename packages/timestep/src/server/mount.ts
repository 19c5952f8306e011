import type { AgentSecurity, PushService } from '../a2a/index.ts';
import type { Authenticate, ReadJson } from '../http/index.ts';
import type { Backend, Runner } from '../port/index.ts';
import type { Servable } from './serve-options.ts';

/** What a protocol is served with; the same for all protocols of one server. */
export interface Site extends Pick<Backend, 'runner' | 'outbox' | 'responses' | 'tasks'> {
  readonly agents: readonly Servable[];
  /** Runs what is to be kept in no file: it lasts as long as its caller waits for it. */
  readonly unstoredRunner: Runner;
  /** Tells whoever asked for it what happens to tasks. */
  readonly push: PushService;
  /** Hosts that the server answers to, beside loopback. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** Reads bodies within the bounds of the server. */
  readonly readJson: ReadJson;
  /** Who sends a request. Absent: everybody is the same, unnamed principal. */
  readonly authenticate?: Authenticate;
  /** How callers prove who they are, for cards. */
  readonly security?: readonly AgentSecurity[];
  /** Where the server is reached from outside, when that is not where it listens. */
  readonly publicUrl?: string;
  /** Told of defects, which callers only see as an internal error. */
  readonly onError: (thrown: unknown) => void;
}

/** One part of a server. */
export interface Mount {
  /**
   * Where it is: `/agents/guide`, or '' for the root. It is asked for that path and those below it, the
   * longest prefix first.
   */
  readonly prefix: string;
  /** Answers a request, or nothing where the path is not its own. */
  readonly answer: (request: Request) => Promise<Response | undefined> | Response | undefined;
  /** Whether a request is answered without asking who sends it. Default: none is. */
  readonly isPublic?: (request: Request) => boolean;
}

/** A protocol on a site, and how it ends. */
export interface Mounted {
  readonly mounts: readonly Mount[];
  /** Waits for what is being answered, for up to `graceMs`. */
  readonly close?: (graceMs: number) => Promise<void> | void;
}

export type Protocol = (site: Site) => Promise<Mounted> | Mounted;

/** Where one agent is served: at its own path, and at the root where there is no other. */
export function prefixesOf({ agents }: Pick<Site, 'agents'>, { agentId }: Servable): string[] {
  const own = `/agents/${encodeURIComponent(agentId)}`;
  return agents.length === 1 ? ['', own] : [own];
}
