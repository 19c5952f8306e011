import { toArray, type Chain, type NumberedEvent, type Spending, type Usage } from '#core';
import type { ApprovalItem, QuestionItem, ViewItem } from './view-item.ts';

export type EventOf<Type extends NumberedEvent['type']> = Extract<
  NumberedEvent,
  { readonly type: Type }
>;

/** The running or waiting turn of a conversation. */
export interface OpenTurn {
  readonly taskId: string;
  /** Number of events of the task that are shown. Earlier events are ignored if they arrive again. */
  readonly generation: number;
  /** Start of the turn, in milliseconds since the epoch. */
  readonly begunAt: number;
  /** Number of the current or latest model call. */
  readonly step: number;
  readonly attempt: number;
  readonly usage: Usage;
  readonly costUsd: number | null;
  /** Whether the turn was requested to stop. */
  readonly isStopping: boolean;
}

/** A conversation for display. Immutable: updates share all unchanged parts. */
export interface ConversationView {
  /** Items that cannot change any more; `toArray` lists them, oldest first. */
  readonly settled: Chain<ViewItem> | undefined;
  /** The items after those in `settled`: the first one may still change. */
  readonly open: readonly ViewItem[];
  readonly turns: readonly OpenTurn[];
  readonly artifacts: number;
  readonly usage: Usage;
  /** Cost of all turns in US dollars; `null` if a price is unknown. */
  readonly costUsd: number | null;
  /** What called agents have spent, with all that they called, by the id of their task. */
  readonly called: Readonly<Record<string, Spending>>;
}

/** A conversation without messages. */
export const EMPTY_VIEW: ConversationView = {
  settled: undefined,
  open: [],
  turns: [],
  artifacts: 0,
  usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  costUsd: 0,
  called: {},
};

/** Lists all items, oldest first, skipping the first `after` settled items. */
export function listViewItems(view: ConversationView, after = 0): readonly ViewItem[] {
  return [...toArray(view.settled, after), ...view.open];
}

/** Lists the tool calls that await approval, in the order in which they were requested. */
export function listOpenApprovals(view: ConversationView): readonly ApprovalItem[] {
  return view.open
    .filter((item) => item.kind === 'approval')
    .filter(({ state }) => state === 'waiting');
}

/** Returns the oldest unanswered question. */
export function findOpenQuestion(view: ConversationView): QuestionItem | undefined {
  return view.open
    .filter((item) => item.kind === 'question')
    .find(({ state }) => state === 'waiting');
}

/** Activity of a conversation. `idle`: the next message starts a turn. `waiting`: for the user. */
export function getActivity(view: ConversationView): 'idle' | 'working' | 'waiting' {
  if (view.turns.length === 0) return 'idle';
  const isAsked = listOpenApprovals(view).length > 0 || findOpenQuestion(view) !== undefined;
  return isAsked ? 'waiting' : 'working';
}
