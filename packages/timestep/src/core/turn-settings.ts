import type { ContextKind } from './context-selection.ts';

/** Which calls of tools need a yes: all (`always`), none (`never`), or those that the tool says. */
export type ToolPermission = 'always' | 'never' | 'tool';

/** A rule, reference, skill or tool of an agent; `server` is the MCP server of a tool. */
export interface TurnItem {
  readonly kind: ContextKind;
  readonly name: string;
  readonly server?: string;
}

/**
 * What a session gives to a turn beside its history, its reply settings and its limits, which a task
 * has for itself (`settings` and `limits` of `TaskSubmitted`). Kept with the task, so that a turn ends
 * with what it began with.
 */
export interface TurnSettings {
  /** The model that answers, as `provider/name`; absent: the agent's own. */
  readonly model?: string;
  /** Absent: as the agent says. */
  readonly toolPermission?: ToolPermission;
  readonly include: readonly TurnItem[];
  readonly exclude: readonly TurnItem[];
  /** Names of tools that need no further yes. */
  readonly permitted: readonly string[];
}
