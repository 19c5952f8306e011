import type { FileStore } from '../store/file-store.ts';
import type { Outbox } from '../store/outbox.ts';
import type { ResponseStore } from '../store/response-store.ts';
import type { Retention } from './retention.ts';
import type { Runner } from '../tasks/runner.ts';
import type { ServedAgent } from '../agent/served-agent.ts';
import type { ServedAgents } from '../agent/served-agents.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { StoredTasks } from '../tasks/stored-tasks.ts';
import type { TaskChanges } from '../tasks/task-changes.ts';
import type { TraceStore } from '../store/trace-store.ts';
import type { HookSlot } from './backend-hooks.ts';
import type { VectorStore } from '../store/vector-store.ts';
import type { AgentVersionStore } from '../store/version-store.ts';

/** All storage of a server: in memory, in a file, or in a database that many processes share. */
export interface Backend {
  readonly runner: Runner;
  readonly outbox: Outbox;
  readonly responses: ResponseStore;
  readonly sessions: SessionStore;
  readonly files: FileStore;
  readonly vectors: VectorStore;
  /**
   * Stores the version of the agent with which each task began. If undefined, other processes resume a task
   * with the newest.
   */
  readonly versions?: AgentVersionStore;
  readonly tasks: StoredTasks;
  readonly traces: TraceStore;
  readonly changes: TaskChanges;
  /** Hooks for tracing and metrics. If undefined, calls and commits are not measured. */
  readonly hooks?: HookSlot;
  /** Notes for the operator of this process, such as a setup step that is still missing. */
  readonly remarks?: readonly string[];
  /** Resolves when the backend was closed. Rejects if the backend fails permanently. */
  readonly done: Promise<void>;
  /** Stops accepting work, waits up to `graceMs` for running effects, and closes all resources. */
  close(graceMs: number): Promise<void>;
}

/** What a server passes to a backend that it opens. */
export interface BackendNeeds {
  /** Served agents. A `ServedAgents` collection may change while the backend runs. */
  readonly agents: readonly ServedAgent[] | ServedAgents;
  /** How long ended tasks are retained. Undefined: forever. */
  readonly retention?: Retention;
  /**
   * Number of consecutive crashes for which a task is proven to be to blame, after which it waits for a
   * user's decision. Default: 3.
   */
  readonly crashLimit?: number;
  /** Callback for failures that no caller awaits. */
  readonly onError?: (thrown: unknown) => void;
}

/** Opens a backend for the agents of one server. */
export type OpenBackend = (needs: BackendNeeds) => Backend | Promise<Backend>;

/** Part of an agent that receives the stores of a backend once, before the first task runs. */
export interface StoreUser {
  readonly useSessions?: ((sessions: SessionStore | Promise<SessionStore>) => void) | undefined;
  readonly useVectors?: ((vectors: VectorStore | Promise<VectorStore>) => void) | undefined;
  readonly useVersions?: ((versions: Promise<AgentVersionStore | undefined>) => void) | undefined;
  readonly useRunner?: ((runner: Runner | Promise<Runner>) => void) | undefined;
}

/**
 * Opens a backend, and gives its stores to users at once, because tasks of an earlier process may
 * resume while it opens. Access to a store waits until then. `give` adds users later.
 */
export function openBackendWithStores(
  users: readonly StoreUser[] | ((give: (user: StoreUser) => void) => void),
  open: () => Backend | Promise<Backend>,
): Promise<Backend> {
  const opened = Promise.withResolvers<Backend>();
  const give = createStoreDistributor(opened.promise);
  if (typeof users === 'function') users(give);
  else for (const user of users) give(user);
  new Promise<Backend>((resolve) => resolve(open())).then(opened.resolve, opened.reject);
  return opened.promise;
}

function createStoreDistributor(opening: Promise<Backend>): (user: StoreUser) => void {
  const sessions = opening.then((backend) => backend.sessions);
  const vectors = opening.then((backend) => backend.vectors);
  const versions = opening.then((backend) => backend.versions);
  const runner = opening.then((backend) => backend.runner);
  // These rejections are ignored, because the caller of `openBackendWithStores` receives the error.
  for (const store of [sessions, vectors, versions, runner]) store.catch(() => undefined);
  const given = new WeakSet<StoreUser>();
  return (user) => {
    if (given.has(user)) return;
    given.add(user);
    user.useSessions?.(sessions);
    user.useVectors?.(vectors);
    user.useVersions?.(versions);
    user.useRunner?.(runner);
  };
}
