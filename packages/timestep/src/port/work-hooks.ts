import type { TaskMeta } from './agent-fn.ts';

/** An attempt that a task makes, of a call of its model or of a tool. */
export interface TracedEffect {
  readonly called: 'model' | 'tool';
  /** The same in every attempt. */
  readonly key: string;
  readonly attempt: number;
  readonly task: TaskMeta;
}

/** A request to a server, which has a span of its own. */
export interface TracedRequest {
  /** What is begun by the request is below its span, and not below that of its sender. */
  readonly traceparent: string;
  /** Runs what answers the request, and returns what that returns. */
  readonly run: <T>(answer: () => T) => T;
  /** Takes what came of it, once the head of the answer is known. */
  readonly end: (answered: AnsweredRequest) => void;
}

/** What a span says of a request. */
export interface AnsweredRequest {
  /** In capitals; `_OTHER` for one that is not of HTTP. */
  readonly method: string;
  readonly status: number;
  /** A template, without the names and ids that a path has; absent where nothing is at the path. */
  readonly route?: string | undefined;
}

/** A commit of what tasks add, once it is durable. */
export interface CommitFacts {
  /** How long it took, in milliseconds. */
  readonly tookMs: number;
  /** How long the oldest of its writes had waited for it, in milliseconds; 0 where writes do not wait. */
  readonly waitedMs: number;
}

/** What traces and measures the work of a process, beside reading the logs of tasks afterwards. */
export interface BackendHooks {
  /** Runs an attempt, and returns what it returns. It must not throw by itself. */
  readonly effect?: (<T>(effect: TracedEffect, run: () => T) => T) | undefined;
  /** Begins a request, with the `traceparent` of its sender. It must return at once and not throw. */
  readonly request?: ((traceparent: string | undefined) => TracedRequest) | undefined;
  /** Takes a commit. It must return at once and not throw. */
  readonly commit?: ((commit: CommitFacts) => void) | undefined;
}

/** Where hooks are attached to the work of a backend. It costs nothing while there are none. */
export interface HookSlot {
  /** Has hooks called from now on; one takes the place of an earlier one of its name. */
  readonly attach: (hooks: BackendHooks) => void;
  readonly now: () => BackendHooks;
}

/** A slot to which nothing is attached. A backend has one, and passes it to `effectsOf`. */
export function createHookSlot(): HookSlot {
  let attached: BackendHooks = {};
  return {
    attach: (hooks) => void (attached = { ...attached, ...hooks }),
    now: () => attached,
  };
}
