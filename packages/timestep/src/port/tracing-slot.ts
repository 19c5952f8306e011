import type { TaskMeta } from './agent-fn.ts';

/** An attempt that a task makes, of a call of its model or of a tool. */
export interface TracedEffect {
  readonly called: 'model' | 'tool';
  /** The same in every attempt. */
  readonly key: string;
  readonly attempt: number;
  readonly task: TaskMeta;
}

/** What tracing does while a process works, beside reading the logs of tasks afterwards. */
export interface TracingHooks {
  /** Runs an attempt, and returns what it returns. It must not throw by itself. */
  readonly effect: <T>(effect: TracedEffect, run: () => T) => T;
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
