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

/** What tracing does while a process works, beside reading the logs of tasks afterwards. */
export interface TracingHooks {
  /** Runs an attempt, and returns what it returns. It must not throw by itself. */
  readonly effect?: (<T>(effect: TracedEffect, run: () => T) => T) | undefined;
  /** Begins a request, with the `traceparent` of its sender. It must return at once and not throw. */
  readonly request?: ((traceparent: string | undefined) => TracedRequest) | undefined;
}

/** Where tracing takes part in the work of a backend. It costs nothing while nothing does. */
export interface TracingSlot {
  /** Has the hooks called from now on, in place of earlier ones. */
  readonly attach: (hooks: TracingHooks) => void;
  readonly hooks: () => TracingHooks | undefined;
}

/** A slot to which nothing is attached. A backend has one, and passes it to `effectsOf`. */
export function createTracingSlot(): TracingSlot {
  let attached: TracingHooks | undefined;
  return {
    attach: (hooks) => void (attached = hooks),
    hooks: () => attached,
  };
}
