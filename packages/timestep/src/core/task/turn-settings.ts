import type { ContextKind } from '../message/context-selection.ts';
import type { Limits } from './limits.ts';
import type { ReplySettings } from './reply-settings.ts';

/**
 * Which tool calls need approval: all (`always`), none (`never`), or those whose tool requires it
 * (`tool`).
 */
export type ToolPermission = 'always' | 'never' | 'tool';

/** A rule, reference, skill or tool of an agent. `server` is the MCP server of a tool. */
export interface TurnItem {
  readonly kind: ContextKind;
  readonly name: string;
  readonly server?: string;
}

/**
 * Settings of a session for one turn, in addition to its history. Stored with the task, so that a
 * turn ends with the settings it started with.
 */
export interface TurnSettings {
  /** Model to call, as `provider/name`. Undefined: the agent's own model. */
  readonly model?: string;
  /** Undefined: the agent's own setting. */
  readonly toolPermission?: ToolPermission;
  /** The session's part of the task's `settings`. Settings of the caller take precedence. */
  readonly settings?: Pick<ReplySettings, 'temperature' | 'top_p' | 'max_output_tokens'>;
  /** The session's part of the task's `limits`. Limits of the caller take precedence. */
  readonly limits?: Partial<Pick<Limits, 'max_steps'>>;
  readonly include: readonly TurnItem[];
  readonly exclude: readonly TurnItem[];
  /** Names of tools that need no further approval. */
  readonly permitted: readonly string[];
}
