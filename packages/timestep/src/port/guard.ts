import type { AssistantMessage, JsonObject, Message } from '../core/index.ts';
import type { TaskMeta } from './agent-fn.ts';
import type { ToolInvocation, ToolResult } from './tool-environment.ts';

/**
 * Looks at what goes to models and tools and at what comes back, and may allow, change or block it, or
 * ask a person. Absent methods and `undefined` allow. What it throws blocks.
 */
export interface Guard {
  /** Named in the events that hold its decisions. */
  readonly name: string;
  /** A changed transcript is for this call of the model alone. A block fails the task. */
  beforeModel?(messages: readonly Message[], site: GuardSite): Guarded<readonly Message[]>;
  /** A blocked reply fails the task; where a person is asked, the reason takes the reply's place. */
  afterModel?(reply: AssistantMessage, site: GuardSite): Guarded<AssistantMessage>;
  /** A blocked call is not made, and the model reads why. */
  beforeTool?(call: ToolInvocation, site: GuardSite): Guarded<JsonObject>;
  /** The model reads a changed result, or in place of a blocked one why. No person can be asked. */
  afterTool?(result: ToolResult, call: ToolInvocation, site: GuardSite): Guarded<ToolResult>;
}

/** The task that something is looked at for. */
export interface GuardSite {
  readonly task: TaskMeta;
  readonly signal: AbortSignal;
}

/** What a guard decides, at once or later. */
export type Guarded<To> = GuardDecision<To> | undefined | Promise<GuardDecision<To> | undefined>;

/** What a guard decides about one thing; `to` takes the place of what it looked at. */
export type GuardDecision<To> =
  | { readonly action: 'allow'; readonly reason?: string }
  | { readonly action: 'change'; readonly to: To; readonly reason: string }
  | { readonly action: 'block'; readonly reason: string }
  | { readonly action: 'ask'; readonly reason: string };
