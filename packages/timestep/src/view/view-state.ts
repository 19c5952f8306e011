import { toArray, type Chain, type Usage } from '../core/index.ts';
import type { ApprovalItem, QuestionItem, ViewItem } from './view-item.ts';

/** A turn that has not ended. */
export interface OpenTurn {
  readonly taskId: string;
  /** Of the newest event that is shown; events up to it are not shown again. */
  readonly generation: number;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
  /** The call of the model that is running, or was the last one. */
  readonly step: number;
  readonly attempt: number;
  readonly usage: Usage;
  readonly costUsd: number | null;
  /** True once the turn was asked to stop. */
  readonly isStopping: boolean;
}

/**
 * What a conversation shows. Immutable: an update makes a new view that shares everything that did
 * not change, at a cost that does not grow with the length of the conversation.
 */
export interface ConversationView {
  /** Items that never change again, oldest first by `toArray`. */
  readonly settled: Chain<ViewItem> | undefined;
  /** Items after them, from the first one that may still change. */
  readonly open: readonly ViewItem[];
  readonly turns: readonly OpenTurn[];
  /** How many artifacts there were so far. */
  readonly artifacts: number;
  /** Of all turns. */
  readonly usage: Usage;
  /** US dollars of all turns; `null` where a price is not known. */
  readonly costUsd: number | null;
}

/** A conversation in which nothing was said. */
export const EMPTY_VIEW: ConversationView = {
  settled: undefined,
  open: [],
  turns: [],
  artifacts: 0,
  usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  costUsd: 0,
};

/** All items, oldest first; the first `after` of the settled ones are left out. */
export function itemsOf(view: ConversationView, after = 0): readonly ViewItem[] {
  return [...toArray(view.settled, after), ...view.open];
}

/** The calls that wait for a person's decision, in the order in which they are asked about. */
export function openApprovals(view: ConversationView): readonly ApprovalItem[] {
  return view.open.filter(
    (item) => item.kind === 'approval' && item.state === 'waiting',
  ) as readonly ApprovalItem[];
}

/** The oldest question without an answer. */
export function openQuestion(view: ConversationView): QuestionItem | undefined {
  for (const item of view.open) {
    if (item.kind === 'question' && item.state === 'waiting') return item;
  }
  return undefined;
}

/** `idle`: the next message begins a turn. `waiting`: a person has to decide or to answer. */
export function activityOf(view: ConversationView): 'idle' | 'working' | 'waiting' {
  if (view.turns.length === 0) return 'idle';
  const isAsked = openApprovals(view).length > 0 || openQuestion(view) !== undefined;
  return isAsked ? 'waiting' : 'working';
}
