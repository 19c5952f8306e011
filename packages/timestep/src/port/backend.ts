import type { Outbox } from './outbox.ts';
import type { ResponseStore } from './response-store.ts';
import type { Retention } from './retention.ts';
import type { Runner } from './runner.ts';
import type { ServedAgent } from './served-agent.ts';
import type { ServedAgents } from './served-agents.ts';
import type { SessionStore } from './session-store.ts';
import type { StoredTasks } from './stored-tasks.ts';
import type { VectorStore } from './vector-store.ts';

/** Everything that a server keeps: in memory, in a file, or in a database of many processes. */
export interface Backend {
  readonly runner: Runner;
  /** Where notifications about tasks are sent. */
  readonly outbox: Outbox;
  /** The responses that were given over OpenAI Responses. */
  readonly responses: ResponseStore;
  /** What the conversations of people have in common beside their tasks. */
  readonly sessions: SessionStore;
  /** Vectors of what agents choose from, so that a model makes each of them once. */
  readonly vectors: VectorStore;
  /** The tasks of all principals, for the operator. */
  readonly tasks: StoredTasks;
  /** Rejects when the backend has failed for good; resolves when it was closed. */
  readonly done: Promise<void>;
  /** Accepts no more work, waits up to `graceMs` for effects to end, and closes everything. */
  close(graceMs: number): Promise<void>;
}

/** What a server needs from a backend. */
export interface BackendNeeds {
  /** A collection may change while the backend works. */
  readonly agents: readonly ServedAgent[] | ServedAgents;
  /** How long ended tasks are kept; without it they are kept forever. */
  readonly retention?: Retention;
  /** Receives failures that no caller is waiting for. */
  readonly onError?: (thrown: unknown) => void;
}

/** Opens a backend for the agents of one server. */
export type OpenBackend = (needs: BackendNeeds) => Backend | Promise<Backend>;
