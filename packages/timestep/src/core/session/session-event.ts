import type { JsonObject } from '../data/json.ts';
import type { Consent } from '../task/consent.ts';
import type { Limits } from '../task/limits.ts';
import type { ReplySettings } from '../task/reply-settings.ts';
import type { ToolPermission, TurnItem } from '../task/turn-settings.ts';

/** Settings of a session that override the agent's own settings for its turns. */
export interface SessionSettings
  extends
    Pick<ReplySettings, 'temperature' | 'top_p' | 'max_output_tokens'>,
    Partial<Pick<Limits, 'max_steps'>> {
  /** Model to call, as `provider/name`. */
  readonly model?: string;
  readonly toolPermission?: ToolPermission;
}

/** Changes to session settings. `null` restores the agent's own setting. */
export type SessionSettingsChanges = {
  readonly [Name in keyof SessionSettings]: SessionSettings[Name] | null;
};

/** The point at which a session was forked from another session. */
export interface Fork {
  readonly sessionId: string;
  /** Id of the newest turn that both sessions share. Undefined if they share none. */
  readonly taskId?: string;
}

interface TurnPosition {
  readonly taskId: string;
  /** Start time of the turn in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly generation: number;
}

/** Items that a program added to a session without requesting an answer. */
export interface AddedItems {
  /** Items in the format of the protocol that delivered them. */
  readonly items: readonly JsonObject[];
  readonly after?: TurnPosition;
}

/** An item that was deleted from a conversation, so that later turns do not see it. */
export interface RemovedItem {
  readonly itemId: string;
  readonly after?: TurnPosition;
}

/** First event of every session log. The same event later in a log reopens a closed session. */
export interface SessionOpened {
  readonly type: 'session.opened';
  readonly sessionId: string;
  readonly agent: string;
  readonly principal: string;
  readonly directory?: string;
  readonly forkedFrom?: Fork;
}

/**
 * An event in the log of a session. Readers ignore events and fields that only later releases know.
 */
export type SessionEvent =
  | SessionOpened
  | { readonly type: 'session.named'; readonly name: string }
  | { readonly type: 'session.set'; readonly settings: SessionSettingsChanges }
  | { readonly type: 'session.included'; readonly item: TurnItem }
  | { readonly type: 'session.excluded'; readonly item: TurnItem }
  | { readonly type: 'session.permitted'; readonly tool: string }
  | { readonly type: 'session.consented'; readonly consent: Consent }
  /** Revokes the consent with this id. `id` may also be the name of a permitted tool. */
  | { readonly type: 'session.revoked'; readonly id: string }
  | {
      readonly type: 'session.compacted';
      /** Summary of a session that replaces the turns up to and including `taskId`. */
      readonly summary: string;
      readonly taskId: string;
    }
  | { readonly type: 'session.noted'; readonly metadata: JsonObject }
  | ({ readonly type: 'session.items-added' } & AddedItems)
  | ({ readonly type: 'session.item-removed' } & RemovedItem)
  | { readonly type: 'session.closed' };

/** A session event with its position from 1 without gaps. `at`: milliseconds since the epoch. */
export type NumberedSessionEvent = SessionEvent & {
  readonly generation: number;
  readonly at: number;
};
