import type { JsonObject } from './json.ts';
import type { Limits } from './limits.ts';
import type { ReplySettings } from './reply-settings.ts';
import type { ToolPermission, TurnItem } from './turn-settings.ts';

/** What the turns of a session run with where it differs from the agent's own settings. */
export interface SessionSettings
  extends
    Pick<ReplySettings, 'temperature' | 'top_p' | 'max_output_tokens'>,
    Partial<Pick<Limits, 'max_steps'>> {
  /** The model that answers, as `provider/name`. */
  readonly model?: string;
  readonly toolPermission?: ToolPermission;
}

/** Settings that change; `null` takes one back, so that the agent's own counts again. */
export type SessionChanges = {
  readonly [Name in keyof SessionSettings]: SessionSettings[Name] | null;
};

/** Where a session branches off from another one. */
export interface Fork {
  readonly sessionId: string;
  /** The newest turn of the other session that belongs to both; absent where it had none. */
  readonly taskId?: string;
}

/** A turn of a session, as it was at a moment. */
interface TurnMark {
  readonly taskId: string;
  /** When the turn began, in milliseconds since the epoch. */
  readonly createdAt: number;
  /** The generation of its task at that moment. */
  readonly generation: number;
}

/** What a program put into a session without asking for an answer. */
export interface AddedItems {
  /** In the words of the protocol that they came over. */
  readonly items: readonly JsonObject[];
  /** The newest turn before them; absent where there was none. */
  readonly after?: TurnMark;
}

/** What later turns are not to know any more. */
export interface RemovedItem {
  readonly itemId: string;
  /** The newest turn that knew it; absent where there was none. */
  readonly after?: TurnMark;
}

/** The first event of every session's log. A later one opens a closed session again. */
export interface SessionOpened {
  readonly type: 'session.opened';
  readonly sessionId: string;
  readonly agent: string;
  readonly principal: string;
  /** The working directory of the person's tools. */
  readonly directory?: string;
  readonly forkedFrom?: Fork;
}

/**
 * What happened to a session beside its turns. The log of these events is the session. Readers ignore
 * events and fields that they do not know, because a later release may have written them.
 */
export type SessionEvent =
  | SessionOpened
  | { readonly type: 'session.named'; readonly name: string }
  | { readonly type: 'session.set'; readonly settings: SessionChanges }
  | { readonly type: 'session.included'; readonly item: TurnItem }
  | { readonly type: 'session.excluded'; readonly item: TurnItem }
  /** The tool of that name needs no further yes in this session. */
  | { readonly type: 'session.permitted'; readonly tool: string }
  | {
      readonly type: 'session.compacted';
      /** What later turns begin with, in place of the turns up to and with `taskId`. */
      readonly summary: string;
      readonly taskId: string;
    }
  /** What a program notes about the session, in place of what was noted before. */
  | { readonly type: 'session.noted'; readonly metadata: JsonObject }
  | ({ readonly type: 'session.items-added' } & AddedItems)
  | ({ readonly type: 'session.item-removed' } & RemovedItem)
  | { readonly type: 'session.closed' };

/** `generation` counts from 1 without gaps; `at` is milliseconds since the epoch. */
export type NumberedSessionEvent = SessionEvent & {
  readonly generation: number;
  readonly at: number;
};
