import type { Arrival } from './arrival.ts';
import type { Delegation } from './delegation.ts';
import type { CalledModel } from './called-model.ts';
import type { TaskOutcome, TaskWait } from './awaited-task.ts';
import type { History } from './history.ts';
import type { JsonObject } from './json.ts';
import type { Limits } from './limits.ts';
import type {
  Artifact,
  AssistantMessage,
  ContentPart,
  Replay,
  ToolSchema,
  UserMessage,
} from './message.ts';
import type { ContextSelection } from './context-selection.ts';
import type { GuardRecord, JudgedCall } from './judged-calls.ts';
import type { Question } from './question.ts';
import type { RefusedCall } from './refused-calls.ts';
import type { ReplySettings } from './reply-settings.ts';
import type { TurnSettings } from './turn-settings.ts';

/** Who executes an agent's tools: the client that sent the message, or the runner itself. */
export type ToolSite = 'client' | 'server';

/** The states that a task never leaves. */
export type FinalState = 'completed' | 'failed' | 'canceled' | 'rejected';

/** Why a task ended. */
export type EndReason =
  | 'final_answer'
  | 'max_steps'
  | 'time_limit'
  | 'budget'
  | 'error'
  | 'canceled';

/** A failure of the world, as data: a stable code and a sentence for people. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** A client's result for one tool call it was asked to make. */
export interface CallResult {
  readonly callId: string;
  readonly output: string;
  readonly isError?: boolean;
}

/** What a person decided about a call that needs approval. */
export interface ApprovalDecision {
  readonly callId: string;
  readonly approved: boolean;
  /** Why the call was not approved, for the model to read. */
  readonly reason?: string;
  /** JSON text of an object: the call is made with these arguments instead of the model's. */
  readonly arguments?: string;
  /** `session`: later calls of the tool in the task, and in its session, need no decision. */
  readonly scope?: 'once' | 'session';
}

/**
 * What happened to a task. The log of these events is the task; everything else is folded from it.
 */
export type TaskEvent =
  | TaskSubmitted
  | {
      readonly type: 'message.received';
      readonly messageId: string;
      readonly message: UserMessage;
      readonly metadata?: JsonObject;
      /** Present where the message comes from the task of another agent. */
      readonly arrival?: Arrival;
    }
  | {
      readonly type: 'results.received';
      readonly messageId: string;
      readonly results: readonly CallResult[];
    }
  /** The client was asked to run tools or to decide about calls, and answered in words instead. */
  | { readonly type: 'calls.declined'; readonly messageId: string }
  | {
      readonly type: 'prompt.loaded';
      readonly content: string | null;
      /** True where the environment chooses, for each message, what else the model is to know. */
      readonly selects?: boolean;
    }
  | { readonly type: 'prompt.failed'; readonly error: Failure }
  /** What the agent's environment chose for the model to know in answer to the newest message. */
  | ({ readonly type: 'context.selected' } & ContextSelection)
  | { readonly type: 'model.started'; readonly step: number; readonly attempt: number }
  | {
      readonly type: 'model.replied';
      readonly step: number;
      readonly attempt: number;
      readonly message: AssistantMessage;
      /** Those of its calls that are not made. */
      readonly refused?: readonly RefusedCall[];
      /** Those of its calls about which the rules of the agent or the session say something. */
      readonly judged?: readonly JudgedCall[];
      /** What guards decided about the transcript, the reply and its calls. */
      readonly guarded?: readonly GuardRecord[];
      /** Absent where the agent does not say which model it asked. */
      readonly called?: CalledModel;
    }
  | {
      readonly type: 'model.failed';
      readonly step: number;
      readonly attempt: number;
      readonly error: Failure;
      readonly guarded?: readonly GuardRecord[];
      readonly called?: CalledModel;
    }
  /** Another process continues the task; no process worked on it since the event before. */
  | {
      readonly type: 'task.resumed';
      /**
       * The process before did not release the task: it ended or froze while it worked on the task.
       */
      readonly afterCrash?: boolean;
      /** The task waits until it is resumed once more, because it may end a process again. */
      readonly isHeld?: boolean;
      /** Why the task is given up. */
      readonly error?: Failure;
    }
  /**
   * The process that made the call is gone and the outcome is not known; the call is made again.
   */
  | { readonly type: 'model.lost'; readonly step: number; readonly attempt: number }
  | {
      readonly type: 'tool.started';
      readonly callId: string;
      readonly attempt: number;
      readonly replay?: Replay;
    }
  /** The process that called the tool is gone; `replay` of the tool decides what follows. */
  | { readonly type: 'tool.interrupted'; readonly callId: string }
  | {
      readonly type: 'tool.returned';
      readonly callId: string;
      readonly content: string;
      /** Images and files that the model is shown with the content. */
      readonly attachments?: readonly ContentPart[];
      /** What the tool gives to the user beside the result that the model reads. */
      readonly artifacts?: readonly Artifact[];
      /** Names of tools that the model sees from now on. */
      readonly offers?: readonly string[];
      readonly guarded?: readonly GuardRecord[];
    }
  | {
      readonly type: 'tool.failed';
      readonly callId: string;
      readonly error: Failure;
      readonly guarded?: readonly GuardRecord[];
    }
  /** The tool needs an answer of the user before it can return; it is then called again. */
  | { readonly type: 'question.asked'; readonly callId: string; readonly question: Question }
  | {
      readonly type: 'question.answered';
      readonly messageId: string;
      readonly callId: string;
      readonly message: UserMessage;
      readonly metadata?: JsonObject;
    }
  /** The tool waits for another task before it can return; it is then called again. */
  | { readonly type: 'call.suspended'; readonly callId: string; readonly awaits: TaskWait }
  /** What became of the task that the call waits for, or that the time is over. */
  | { readonly type: 'call.resumed'; readonly callId: string; readonly outcome: TaskOutcome }
  /** The call waits until a person has decided about it. */
  | { readonly type: 'approval.requested'; readonly callId: string; readonly reason?: string }
  | ({ readonly type: 'approval.decided'; readonly messageId: string } & ApprovalDecision)
  | { readonly type: 'cancel.requested' }
  | { readonly type: 'limit.reached'; readonly limit: keyof Limits }
  | {
      readonly type: 'task.finished';
      readonly state: FinalState;
      readonly reason: EndReason;
      readonly error?: Failure;
    };

/** The first event of every log; it holds what never changes about the task. */
export interface TaskSubmitted {
  readonly type: 'task.submitted';
  readonly taskId: string;
  readonly contextId: string;
  readonly agent: string;
  readonly principal: string;
  readonly coreVersion: number;
  readonly toolSite: ToolSite;
  readonly limits: Limits;
  readonly seed: number;
  /** False where the transcript brings its own system message. */
  readonly loadPrompt: boolean;
  /**
   * What the caller asks for in this task beside the agent's own prompt. A later task that continues the
   * transcript does not receive it.
   */
  readonly instructions?: string;
  /** Transcript that this task continues. */
  readonly history: History;
  /** Tools that the caller executes, also where the tool site is `server`. */
  readonly clientTools: readonly ToolSchema[];
  /** Names the model may call; absent means all that are listed. */
  readonly toolsAllowed?: readonly string[];
  readonly settings?: ReplySettings;
  /** What the session gave to this turn; absent where the context has no session. */
  readonly turn?: TurnSettings;
  readonly metadata?: JsonObject;
  /** Present where an agent began the task. */
  readonly delegation?: Delegation;
}

/** `generation` counts from 1 without gaps; `at` is milliseconds since the epoch. */
export type NumberedEvent = TaskEvent & { readonly generation: number; readonly at: number };
