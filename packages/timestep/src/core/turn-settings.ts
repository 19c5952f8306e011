import type { ContextKind } from './context-selection.ts';
import type { Limits } from './limits.ts';
import type { ReplySettings } from './reply-settings.ts';

/** Which calls of tools need a yes: all (`always`), none (`never`), or those that the tool says. */
export type ToolPermission = 'always' | 'never' | 'tool';

/** A rule, reference, skill or tool of an agent; `server` is the MCP server of a tool. */
export interface TurnItem {
  readonly kind: ContextKind;
  readonly name: string;
  readonly server?: string;
}

/**
 * What a session gives to a turn beside its history. Kept with the task, so that a turn ends with what it
 * began with.
 */
export interface TurnSettings {
  /** The model that answers, as `provider/name`; absent: the agent's own. */
  readonly model?: string;
  /** Absent: as the agent says. */
  readonly toolPermission?: ToolPermission;
  /** The session's part of the task's `settings`, before which those of the caller go. */
  readonly settings?: Pick<ReplySettings, 'temperature' | 'top_p' | 'max_output_tokens'>;
  /** The session's part of the task's `limits`, before which those of the caller go. */
  readonly limits?: Partial<Pick<Limits, 'max_steps'>>;
  readonly include: readonly TurnItem[];
  readonly exclude: readonly TurnItem[];
  /** Names of tools that need no further yes. */
  readonly permitted: readonly string[];
}
