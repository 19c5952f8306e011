import type { Consent } from '#core';
import type { TaskMeta } from '../agent/agent-fn.ts';

/** One attempt of a task to call its model or a tool, as hooks see it. */
export interface EffectInfo {
  readonly called: 'model' | 'tool';
  /** Idempotency key of the call: the same in every attempt. */
  readonly key: string;
  readonly attempt: number;
  readonly task: TaskMeta;
}

/** Trace span of a request to a server. */
export interface RequestSpan {
  /** The span's W3C `traceparent`: the parent of the work that the request starts. */
  readonly traceparent: string;
  readonly run: <T>(answer: () => T) => T;
  /** Ends the span with the outcome of the request, as soon as the response headers are known. */
  readonly end: (answered: RequestResult) => void;
}

/** Method, status and route of a request, as recorded in its span. */
export interface RequestResult {
  /** Method in capital letters. `_OTHER` if it is not an HTTP method. */
  readonly method: string;
  readonly status: number;
  /** Route template without the names and ids of the path. Undefined if no route matches. */
  readonly route?: string | undefined;
}

/** Durations of a durable commit of a store. */
export interface CommitFacts {
  readonly tookMs: number;
  /** Time in milliseconds that the oldest write waited for the commit. 0 if writes do not wait. */
  readonly waitedMs: number;
}

/**
 * Hooks of a process: for tracing, for metrics, and for consents that hold in all conversations.
 */
export interface BackendHooks {
  /** Lists a principal's consents that hold in all conversations. */
  readonly listConsents?: ((principal: string) => Promise<readonly Consent[]>) | undefined;
  /** Runs an attempt and returns its result. The hook itself must not throw. */
  readonly effect?: (<T>(effect: EffectInfo, run: () => T) => T) | undefined;
  /** Starts the span of a request. Must return immediately and not throw. */
  readonly request?: ((traceparent: string | undefined) => RequestSpan) | undefined;
  /** Records a commit. Must return immediately and not throw. */
  readonly commit?: ((commit: CommitFacts) => void) | undefined;
}

/** Attaches hooks to the work of a backend. Costs nothing while no hooks are attached. */
export interface HookSlot {
  /** Attaches hooks. A hook replaces an earlier hook with the same name. */
  readonly attach: (hooks: BackendHooks) => void;
  readonly current: () => BackendHooks;
}

/** Creates a hook slot without hooks. Each backend has one and passes it to `createEffects`. */
export function createHookSlot(): HookSlot {
  let attached: BackendHooks = {};
  return {
    attach: (hooks) => void (attached = { ...attached, ...hooks }),
    current: () => attached,
  };
}
