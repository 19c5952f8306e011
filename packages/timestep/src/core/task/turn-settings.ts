import type { ContextKind } from '../message/context-selection.ts';
import type { Consent } from './consent.ts';
import type { Limits } from './limits.ts';
import type { ReplySettings } from './reply-settings.ts';

/** Which calls need approval: all (`always`), none (`never`), or calls of tools that require it (`tool`). */
export type ToolPermission = 'always' | 'never' | 'tool';

/** A rule, reference, skill or tool of an agent. `server` is the MCP server of a tool. */
export interface TurnItem {
  readonly kind: ContextKind;
  readonly name: string;
  readonly server?: string;
}

/** Settings of a session for one turn. They do not change during the turn. */
export interface TurnSettings {
  /** Model to call, as `provider/name`. Undefined: the agent's own model. */
  readonly model?: string;
  readonly toolPermission?: ToolPermission;
  /** Overrides of the task's `settings` by the session. Settings of the caller take precedence. */
  readonly settings?: Pick<ReplySettings, 'temperature' | 'top_p' | 'max_output_tokens'>;
  /** Overrides of the task's `limits` by the session. Limits of the caller take precedence. */
  readonly limits?: Partial<Pick<Limits, 'max_steps'>>;
  readonly include: readonly TurnItem[];
  readonly exclude: readonly TurnItem[];
  /**
   * Names of tools approved in sessions of earlier releases. The user is asked again about them.
   */
  readonly permitted: readonly string[];
  /** Consents that the person gave in the session. */
  readonly consents?: readonly Consent[];
}
