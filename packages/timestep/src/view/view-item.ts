import type { EndReason, Failure, FinalState, Replay, Usage } from '../core/index.ts';
import type { ViewFile } from './view-files.ts';

/** One thing that a conversation shows. Its id never changes, and no two items share one. */
export type ViewItem =
  | UserItem
  | ReplyItem
  | CallItem
  | ApprovalItem
  | QuestionItem
  | ArtifactItem
  | NoticeItem
  | EndItem;

interface ItemFacts {
  readonly id: string;
  /** The turn it belongs to; empty for a notice about the conversation. */
  readonly taskId: string;
}

/** What a person wrote. */
export interface UserItem extends ItemFacts {
  readonly kind: 'user';
  readonly text: string;
  /** What came with it; absent: nothing. */
  readonly files?: readonly ViewFile[];
  /** True where it was sent while the agent worked. */
  readonly isSteering: boolean;
}

/**
 * `streaming`: it grows. `done`: the model ended it. `cut`: it ended before the model had. `superseded`:
 * its attempt was lost, and another one begins again.
 */
export type ReplyState = 'streaming' | 'done' | 'cut' | 'superseded';

/** Words of the assistant, or what it thought before them. */
export interface ReplyItem extends ItemFacts {
  readonly kind: 'assistant' | 'reasoning';
  readonly step: number;
  readonly attempt: number;
  readonly text: string;
  readonly state: ReplyState;
}

/**
 * `writing`: the model still writes its arguments. `waiting`: for a person or a client. `stopped`: it
 * will not be made, or its end was not waited for.
 */
export type CallItemState =
  | 'writing'
  | 'planned'
  | 'waiting'
  | 'running'
  | 'done'
  | 'failed'
  | 'stopped'
  | 'superseded';

/** A call of a tool and what came of it. */
export interface CallItem extends ItemFacts {
  readonly kind: 'call';
  readonly callId: string;
  readonly name: string;
  /** The JSON text as the model wrote it. */
  readonly arguments: string;
  readonly state: CallItemState;
  /** How often the call was made; 0 before it is. */
  readonly attempt: number;
  readonly replay?: Replay;
  readonly result?: string;
  readonly failure?: Failure;
}

/** A call that waits for a person's decision, which is the n-th of so many. */
export interface ApprovalItem extends ItemFacts {
  readonly kind: 'approval';
  readonly callId: string;
  readonly name: string;
  /** The JSON text as the model wrote it, in full. */
  readonly arguments: string;
  readonly number: number;
  readonly total: number;
  /** Why a person is asked, such as the change that the call would make. */
  readonly cause?: string;
  /** `withdrawn`: a decision is not needed any more. */
  readonly state: 'waiting' | 'approved' | 'denied' | 'withdrawn';
  readonly reason?: string;
}

/** A question of the agent, a tool or a peer. */
export interface QuestionItem extends ItemFacts {
  readonly kind: 'question';
  readonly text: string;
  readonly choices: readonly string[];
  /** The call of the tool that asks; absent where the assistant does. */
  readonly callId?: string;
  readonly state: 'waiting' | 'answered' | 'withdrawn';
  readonly answer?: string;
}

/** Something that was made for the user, and grows until it is complete. */
export interface ArtifactItem extends ItemFacts {
  readonly kind: 'artifact';
  readonly artifactId: string;
  /** Pieces that are shown, while it grows. */
  readonly pieces: number;
  readonly name: string;
  readonly text: string;
  /** The files in it; absent: none. */
  readonly files?: readonly ViewFile[];
  readonly isComplete: boolean;
}

/** Something worth knowing that is not part of what was said. */
export interface NoticeItem extends ItemFacts {
  readonly kind: 'notice';
  readonly about: 'context' | 'compaction' | 'resumed' | 'limit' | 'failure';
  readonly text: string;
  /** What the user can do about it. */
  readonly advice?: string;
}

/** The end of a turn. */
export interface EndItem extends ItemFacts {
  readonly kind: 'end';
  readonly state: FinalState;
  readonly reason: EndReason;
  readonly usage: Usage;
  /** US dollars; `null` where a price is not known. */
  readonly costUsd: number | null;
  /** Milliseconds from the message to the end. */
  readonly durationMs: number;
}

/** True where nothing that happens later changes the item. */
export function isSettled(item: ViewItem): boolean {
  switch (item.kind) {
    case 'user':
    case 'notice':
    case 'end':
      return true;
    case 'assistant':
    case 'reasoning':
      return item.state !== 'streaming';
    case 'call':
      return !OPEN_CALLS.includes(item.state);
    case 'approval':
    case 'question':
      return item.state !== 'waiting';
    case 'artifact':
      return item.isComplete;
  }
}

const OPEN_CALLS: readonly CallItemState[] = ['writing', 'planned', 'waiting', 'running'];
