import type { FileStore } from './file-store.ts';
import type { Outbox } from './outbox.ts';
import type { ResponseStore } from './response-store.ts';
import type { Retention } from './retention.ts';
import type { Runner } from './runner.ts';
import type { ServedAgent } from './served-agent.ts';
import type { ServedAgents } from './served-agents.ts';
import type { SessionStore } from './session-store.ts';
import type { StoredTasks } from './stored-tasks.ts';
import type { TaskChanges } from './task-changes.ts';
import type { TraceStore } from './trace-store.ts';
import type { HookSlot } from './work-hooks.ts';
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
  /** Files that callers have uploaded. */
  readonly files: FileStore;
  /** Vectors of what agents choose from, so that a model makes each of them once. */
  readonly vectors: VectorStore;
  /** The tasks of all principals, for the operator. */
  readonly tasks: StoredTasks;
  /** How far the spans of tasks were exported. */
  readonly traces: TraceStore;
  /** The tasks that this process works on, as they go on. */
  readonly changes: TaskChanges;
  /** Without it, no span is active where tools and models are called, and commits are not measured. */
  readonly hooks?: HookSlot;
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

/** What receives the stores of a backend, once, before the first of its tasks is worked on. */
export interface StoreUser {
  readonly useSessions?: ((sessions: SessionStore | Promise<SessionStore>) => void) | undefined;
  readonly useVectors?: ((vectors: VectorStore | Promise<VectorStore>) => void) | undefined;
  /** Where its tasks are: an agent that calls others gives them tasks there. */
  readonly useRunner?: ((runner: Runner | Promise<Runner>) => void) | undefined;
}

/**
 * Opens a backend. Its stores are given to their users before it is open, because a task that an
 * earlier process left may go on at once: what looks into a store then waits. `give` is a function for
 * users that come later.
 */
export function openWithStores(
  users: readonly StoreUser[] | ((give: (user: StoreUser) => void) => void),
  open: () => Backend | Promise<Backend>,
): Promise<Backend> {
  const opened = Promise.withResolvers<Backend>();
  const give = givingOf(opened.promise);
  if (typeof users === 'function') users(give);
  else for (const user of users) give(user);
  new Promise<Backend>((resolve) => resolve(open())).then(opened.resolve, opened.reject);
  return opened.promise;
}

function givingOf(opening: Promise<Backend>): (user: StoreUser) => void {
  const sessions = opening.then((backend) => backend.sessions);
  const vectors = opening.then((backend) => backend.vectors);
  const runner = opening.then((backend) => backend.runner);
  // The caller of `openWithStores` hears of a failure.
  for (const store of [sessions, vectors, runner]) store.catch(() => undefined);
  const given = new WeakSet<StoreUser>();
  return (user) => {
    if (given.has(user)) return;
    given.add(user);
    user.useSessions?.(sessions);
    user.useVectors?.(vectors);
    user.useRunner?.(runner);
  };
}
