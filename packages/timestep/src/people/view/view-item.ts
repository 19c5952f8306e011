import type { EndReason, Failure, FinalState, Replay, ShownApp, ShownTool, Usage } from '#core';
import type { ViewFile } from './view-files.ts';

/** An entry of a displayed conversation. Its id is unique in the conversation and never changes. */
export type ViewItem =
  | UserItem
  | ReplyItem
  | CallItem
  | ApprovalItem
  | QuestionItem
  | ArtifactItem
  | NoticeItem
  | EndItem;

interface ItemFields {
  readonly id: string;
  /** Id of the turn that the item belongs to; empty for a notice about the whole conversation. */
  readonly taskId: string;
}

/** A message of the user. */
export interface UserItem extends ItemFields {
  readonly kind: 'user';
  readonly text: string;
  /** Files attached to the message; undefined if there are none. */
  readonly files?: readonly ViewFile[];
  readonly isSteering: boolean;
}

/** State of a reply. `cut`: ended early. `superseded`: its attempt was lost and starts again. */
type ReplyState = 'streaming' | 'done' | 'cut' | 'superseded';

/** Text or reasoning of the assistant. */
export interface ReplyItem extends ItemFields {
  readonly kind: 'assistant' | 'reasoning';
  readonly step: number;
  readonly attempt: number;
  readonly text: string;
  readonly state: ReplyState;
}

/** Tool call state. `waiting`: for the user or client. `stopped`: will not run or finish. */
type CallItemState =
  | 'writing'
  | 'planned'
  | 'waiting'
  | 'running'
  | 'done'
  | 'failed'
  | 'stopped'
  | 'superseded';

/** A tool call and its result. */
export interface CallItem extends ItemFields {
  readonly kind: 'call';
  readonly callId: string;
  readonly name: string;
  /** The arguments as the JSON text that the model wrote. */
  readonly arguments: string;
  /**
   * The tool's title and description in the approval question; undefined if no approval is needed.
   */
  readonly tool?: ShownTool;
  readonly state: CallItemState;
  /** Number of attempts so far; 0 before the first one. */
  readonly attempt: number;
  readonly replay?: Replay;
  /** The newest progress message of a running call. It is not stored. */
  readonly progress?: string;
  readonly result?: string;
  /** Pictures and other files of the result; undefined if there are none. */
  readonly files?: readonly ViewFile[];
  /** The app of the tool's server that shows the result. */
  readonly app?: ShownApp;
  readonly failure?: Failure;
}

/** A tool call that requires approval. If a turn has several, it is number `number` of `total`. */
export interface ApprovalItem extends ItemFields {
  readonly kind: 'approval';
  readonly callId: string;
  readonly name: string;
  /** The complete arguments as the JSON text that the model wrote. */
  readonly arguments: string;
  readonly number: number;
  readonly total: number;
  /**
   * Title and description of the tool in the question; undefined if the runner did not record them.
   */
  readonly tool?: ShownTool;
  /** Why approval is required, such as the file change that the call would make. */
  readonly cause?: string;
  /** State of the approval. `withdrawn`: the decision is no longer needed. */
  readonly state: 'waiting' | 'approved' | 'denied' | 'withdrawn';
  readonly reason?: string;
}

/** A question from the agent, a tool or a remote agent to the user. */
export interface QuestionItem extends ItemFields {
  readonly kind: 'question';
  readonly text: string;
  readonly choices: readonly string[];
  /** Id of the tool call that asks; undefined if the assistant asks in its text. */
  readonly callId?: string;
  readonly state: 'waiting' | 'answered' | 'withdrawn';
  readonly answer?: string;
}

/** An artifact made for the user. It may be streamed in chunks until it is complete. */
export interface ArtifactItem extends ItemFields {
  readonly kind: 'artifact';
  readonly artifactId: string;
  /** Number of chunks received so far. */
  readonly chunks: number;
  readonly name: string;
  readonly text: string;
  /** Files in the artifact; undefined if it contains none. */
  readonly files?: readonly ViewFile[];
  readonly isComplete: boolean;
}

/** Information for the user that is not part of the conversation's messages. */
export interface NoticeItem extends ItemFields {
  readonly kind: 'notice';
  readonly about: 'context' | 'compaction' | 'resumed' | 'wait' | 'refusal' | 'limit' | 'failure';
  readonly text: string;
  /** What to do, in words for a chat with slash commands; `findPageAdvice` has those for a page. */
  readonly advice?: string;
  /** Code of the failure that the notice is about. */
  readonly code?: string;
}

/** An entry of a displayed conversation that shows how a turn ended. */
export interface EndItem extends ItemFields {
  readonly kind: 'end';
  readonly state: FinalState;
  readonly reason: EndReason;
  readonly usage: Usage;
  /** Cost in US dollars; `null` if a price is unknown. */
  readonly costUsd: number | null;
  /** Milliseconds from the user's message to the end of the turn. */
  readonly durationMs: number;
}

/** Whether the item is final: no later event changes it. */
export function isItemFinal(item: ViewItem): boolean {
  switch (item.kind) {
    case 'user':
    case 'notice':
    case 'end':
      return true;
    case 'assistant':
    case 'reasoning':
      return item.state !== 'streaming';
    case 'call':
      return !OPEN_CALL_STATES.includes(item.state);
    case 'approval':
    case 'question':
      return item.state !== 'waiting';
    case 'artifact':
      return item.isComplete;
  }
}

export const OPEN_CALL_STATES: readonly CallItemState[] = [
  'writing',
  'planned',
  'waiting',
  'running',
];
