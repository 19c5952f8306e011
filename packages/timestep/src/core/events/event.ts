import type { TaskNotification } from '../message/task-notification.ts';
import type { Delegation } from '../task/delegation.ts';
import type { TaskOutcome, TaskWait } from '../task/awaited-task.ts';
import type { History } from '../message/task-history.ts';
import type { EntryPoint } from './entry-point.ts';
import type { Sender } from './sender.ts';
import type { JsonObject } from '../data/json.ts';
import type { Limits } from '../task/limits.ts';
import type { Omission } from '../request/omission.ts';
import type { OmittedTool } from '../request/refusal.ts';
import type {
  Artifact,
  AssistantMessage,
  ContentPart,
  Replay,
  ToolSchema,
  Usage,
  UserMessage,
} from '../message/message.ts';
import type { ContextSelection } from '../message/context-selection.ts';
import type { ShownApp } from '../message/shown-app.ts';
import type { GuardRecord, CallJudgment, RefusedCall } from '../task/call-judgment.ts';
import type { OutputMismatch } from '../task/output-mismatch.ts';
import type { ConsentCover, ConsentScope, ShownTool } from '../task/consent.ts';
import type { DispatchReport } from '../task/dispatch.ts';
import type { CrashEvidence } from '../task/crashes.ts';
import type { Question } from '../message/question.ts';
import type { ReplySettings } from '../task/reply-settings.ts';
import type { EndReason, Failure, FinalState } from '../task/task-state.ts';
import type { TurnSettings } from '../task/turn-settings.ts';

/** Who executes an agent's tools: the client that sent the message, or the runner. */
export type ToolLocation = 'client' | 'server';

/** A client's result for one tool call. */
export interface CallResult {
  readonly callId: string;
  readonly output: string;
  readonly isError?: boolean;
  /** Id of the other agent's task that gave the result. */
  readonly taskId?: string;
}

/** A person's decision about a tool call that needs approval. */
export interface ApprovalDecision {
  readonly callId: string;
  readonly approved: boolean;
  readonly reason?: string;
  /** Arguments as the JSON text of an object, which replace the model's arguments. */
  readonly arguments?: string;
  /** How long an approval holds: for this call, in this session, or in all sessions with the agent. */
  readonly scope?: ConsentScope;
  /** Which later calls of the tool the approval covers. Default: calls with any arguments. */
  readonly covers?: ConsentCover;
  /** Time at which the approval of later calls ends, in milliseconds since the epoch. */
  readonly until?: number;
  /** Digest of the call that was shown to the person. A decision about another call is refused. */
  readonly digest?: string;
}

/** An event in the log of a task. The whole state of a task is computed from this log. */
export type TaskEvent =
  | TaskSubmitted
  | {
      readonly type: 'message.received';
      readonly messageId: string;
      readonly message: UserMessage;
      readonly metadata?: JsonObject;
      /** Facts about the sender's task, if the message comes from another agent's task. */
      readonly arrival?: TaskNotification;
      /**
       * Who sent the message to a task that existed, for instance as the answer to a question in the
       * assistant's text. Undefined for the first message of a task, and in events of earlier releases.
       */
      readonly by?: Sender;
    }
  | {
      readonly type: 'results.received';
      readonly messageId: string;
      readonly results: readonly CallResult[];
    }
  /** The client was asked to run or approve calls, but sent a text message instead. */
  | {
      readonly type: 'calls.declined';
      readonly messageId: string;
      /** Who sent the text. Events of earlier releases do not have it. */
      readonly by?: Sender;
    }
  | {
      readonly type: 'prompt.loaded';
      readonly content: string | null;
      readonly selects?: boolean;
    }
  | { readonly type: 'prompt.failed'; readonly error: Failure }
  | ({ readonly type: 'context.selected' } & ContextSelection)
  | { readonly type: 'model.started'; readonly step: number; readonly attempt: number }
  | {
      readonly type: 'model.replied';
      readonly step: number;
      readonly attempt: number;
      readonly message: AssistantMessage;
      readonly refused?: readonly RefusedCall[];
      readonly judged?: readonly CallJudgment[];
      readonly guarded?: readonly GuardRecord[];
      readonly called?: CalledModel;
      readonly mismatch?: OutputMismatch;
    }
  | {
      readonly type: 'model.failed';
      readonly step: number;
      readonly attempt: number;
      readonly error: Failure;
      /** Time of the next attempt in milliseconds since the epoch. Undefined: the task fails. */
      readonly retryAt?: number;
      /** Question to a person, who decides whether the next attempt takes place. */
      readonly question?: Question;
      readonly guarded?: readonly GuardRecord[];
      readonly called?: CalledModel;
    }
  /** The provider refused the request. The next attempt of the step omits something from the request. */
  | {
      readonly type: 'model.refused';
      readonly step: number;
      readonly attempt: number;
      readonly error: Failure;
      /** Omissions of the next request, in addition to those of earlier steps. */
      readonly without: readonly Omission[];
      /** Number of the guess about what was refused, from 1. Undefined: the provider said what it refused. */
      readonly guess?: number;
      /**
       * Number of test requests that searched for the refused part, and what was left out of the last accepted one.
       */
      readonly probed?: { readonly requests: number; readonly accepted?: readonly Omission[] };
      /**
       * Tokens and cost of the model calls that summarized left-out messages, or that tried out which part
       * the provider refuses.
       */
      readonly summarized?: { readonly usage?: Usage; readonly cost_usd?: number };
      readonly called?: CalledModel;
    }
  /** Another process resumed the task. No process worked on the task since the previous event. */
  | {
      readonly type: 'task.resumed';
      /**
       * Whether the previous process ended or froze without releasing the task, as after a crash.
       */
      readonly afterCrash?: boolean;
      /** Short name of the process that was lost, such as `4711-9f3c`. Undefined if it is unknown. */
      readonly lostProcess?: string;
      /**
       * Short name of the process that goes on with the task, or that found the loss, if another one may go on.
       */
      readonly newProcess?: string;
      /** Evidence that the work of this task ended the process. */
      readonly evidence?: CrashEvidence;
      /** Whether something other than this task ended the process. */
      readonly isBystander?: boolean;
      /** Whether the task pauses before it continues, because its work may have caused the crash. */
      readonly isHeld?: boolean;
      /** Time at which a task that pauses after a crash continues, in milliseconds since the epoch. */
      readonly notBefore?: number;
      /** Id of the message with which a user let a stopped task continue. */
      readonly messageId?: string;
      /** Who let the stopped task continue. Events of earlier releases do not have it. */
      readonly by?: Sender;
      /** Reason why an earlier release of the software ended the task. */
      readonly error?: Failure;
    }
  /** The task ended its process repeatedly. It waits until a user decides whether it continues. */
  | { readonly type: 'task.parked'; readonly question: Question }
  /** The process that called the model is gone and the outcome is unknown. The call is repeated. */
  | { readonly type: 'model.lost'; readonly step: number; readonly attempt: number }
  /**
   * Reports how far the message of a step or tool call to a remote agent has come (see `Dispatch`).
   */
  | ({ readonly type: 'dispatch.reported' } & DispatchReport)
  | {
      readonly type: 'tool.started';
      readonly callId: string;
      readonly attempt: number;
      readonly replay?: Replay;
    }
  /** The process that made the tool call is gone. The tool's `replay` decides whether the call is repeated. */
  | { readonly type: 'tool.interrupted'; readonly callId: string }
  | {
      readonly type: 'tool.returned';
      readonly callId: string;
      readonly content: string;
      readonly attachments?: readonly ContentPart[];
      readonly artifacts?: readonly Artifact[];
      /** Names of tools that the model can see after this result. */
      readonly offers?: readonly string[];
      /** The app of the tool's server that shows the result. */
      readonly app?: ShownApp;
      readonly guarded?: readonly GuardRecord[];
    }
  | {
      readonly type: 'tool.failed';
      readonly callId: string;
      readonly error: Failure;
      readonly guarded?: readonly GuardRecord[];
    }
  /** The tool asks the user a question. It is called again with the answer. */
  | { readonly type: 'question.asked'; readonly callId: string; readonly question: Question }
  | {
      readonly type: 'question.answered';
      readonly messageId: string;
      readonly callId: string;
      readonly message: UserMessage;
      readonly metadata?: JsonObject;
      /** Who answered. Events of earlier releases do not have it. */
      readonly by?: Sender;
    }
  /** The tool call waits for another task. When the wait ends, the tool is called again. */
  | { readonly type: 'call.suspended'; readonly callId: string; readonly awaits: TaskWait }
  | { readonly type: 'call.resumed'; readonly callId: string; readonly outcome: TaskOutcome }
  | {
      readonly type: 'approval.requested';
      readonly callId: string;
      readonly reason?: string;
      /** Definition of the tool, if it has changed since a person approved it; the person is asked again. */
      readonly tool?: ShownTool;
    }
  | ({
      readonly type: 'approval.decided';
      readonly messageId: string;
      /** Who decided. Events of earlier releases do not have it. */
      readonly by?: Sender;
    } & ApprovalDecision)
  | {
      readonly type: 'cancel.requested';
      /** Id of the message with which a user canceled a stopped task. */
      readonly messageId?: string;
      /** Who canceled the stopped task. Events of earlier releases do not have it. */
      readonly by?: Sender;
    }
  | { readonly type: 'limit.reached'; readonly limit: keyof Limits }
  | {
      readonly type: 'task.finished';
      readonly state: FinalState;
      readonly reason: EndReason;
      readonly error?: Failure;
    };

/** First event of every task log, with the facts about the task that never change. */
export interface TaskSubmitted {
  readonly type: 'task.submitted';
  readonly taskId: string;
  readonly contextId: string;
  readonly agent: string;
  readonly principal: string;
  readonly coreVersion: number;
  readonly toolSite: ToolLocation;
  readonly limits: Limits;
  readonly seed: number;
  /** Whether the agent's system prompt is loaded. False if the history contains its own. */
  readonly loadPrompt: boolean;
  /** Instructions of the caller for this task only, in addition to the agent's own prompt. */
  readonly instructions?: string;
  readonly history: History;
  /** Tools that the caller executes, even if `toolSite` is `server`. */
  readonly clientTools: readonly ToolSchema[];
  /** Names of the tools that the model may call. Undefined: all listed tools. */
  readonly toolsAllowed?: readonly string[];
  /** Tools that requests omit because the provider refused them: by name, or only with the same definition. */
  readonly omittedTools?: readonly (string | OmittedTool)[];
  readonly settings?: ReplySettings;
  readonly turn?: TurnSettings;
  readonly metadata?: JsonObject;
  /** How the first message reached the runner. Tasks of earlier releases do not have it. */
  readonly entry?: EntryPoint;
  readonly delegation?: Delegation;
  readonly forkedFrom?: TaskOrigin;
}

/** The task whose message or transcript a new task repeats. */
export interface TaskOrigin {
  readonly taskId: string;
  /**
   * Number of the last event of the original task that the new task copies. Undefined: only its first
   * message is copied.
   */
  readonly generation?: number;
}

/** An event with its position in the log, from 1. `at` is in milliseconds since the epoch. */
export type NumberedEvent = TaskEvent & { readonly generation: number; readonly at: number };

/** The model that one attempt of a step called, as the provider names it. */
export interface CalledModel {
  readonly provider?: string;
  readonly model?: string;
  /** The model that replied, which may be a version of the requested model. */
  readonly response_model?: string;
  /** The requested model, if it failed and another model replied. */
  readonly instead_of?: string;
  /** Parts that the request omitted because its provider refuses them, such as tools. */
  readonly left_out?: readonly string[];
}
