import type {
  ApprovalDecision,
  AssistantMessage,
  CalledModel,
  CrashEvidence,
  Dispatch,
  Failure,
  Message,
  NumberedEvent,
  Replay,
  Sender,
  ShownTool,
  TaskEnd,
  TaskOutcome,
  ToolCall,
  ToolSchema,
} from '#core';
import type { ViewFile } from '../view-files.ts';

interface StepFields {
  /** Time of the first event, in milliseconds since the epoch. */
  readonly from: number;
  /** Task events that the step consists of. The events of a turn are its messages and its end. */
  readonly events: readonly NumberedEvent[];
}

/**
 * Number of tokens of one part of a model request: an estimate, unless a provider has counted all parts.
 */
export interface WindowPart {
  readonly part: 'instructions' | 'context' | 'conversation' | 'results' | 'tools';
  readonly tokens: number;
}

/** One attempt of a model call. */
export interface ModelStep extends StepFields {
  readonly kind: 'model';
  readonly step: number;
  readonly attempt: number;
  readonly called?: CalledModel;
  /** The messages that the model received, rebuilt from the log; the newest ones. */
  readonly messages: readonly Message[];
  /** Number of older messages that `messages` omits. */
  readonly omitted: number;
  /** Index of the first message that the previous call did not contain. */
  readonly newFrom: number;
  readonly window: readonly WindowPart[];
  readonly reply?: AssistantMessage;
  readonly failure?: Failure;
  /**
   * Delivery state of the message to an agent on another server, if that agent replies in place of a model.
   */
  readonly dispatch?: Dispatch;
  /** Tools that the client of the task offers. */
  readonly clientTools: readonly ToolSchema[];
}

/** The tools that a model request offered. The agent lists its own tools as they are now. */
export interface StepTools {
  readonly tools: readonly ToolSchema[];
  /** Why the agent's own tools are missing. */
  readonly missing?: string;
}

/** One attempt of a tool call, or a call of another agent. */
export interface CallStep extends StepFields {
  readonly kind: 'call';
  readonly call: ToolCall;
  /** JSON text of arguments that replaced those of the model. */
  readonly changed?: string;
  readonly attempt: number;
  readonly replay?: Replay;
  readonly result?: string;
  readonly files?: readonly ViewFile[];
  readonly failure?: Failure;
  readonly isInterrupted?: true;
  readonly dispatch?: Dispatch;
  /** Final or waiting state of the called agent's task. */
  readonly outcome?: TaskOutcome;
}

/** The wait for a user's approval or answer, with the approval or answer. */
export interface PersonStep extends StepFields {
  readonly kind: 'person';
  readonly call?: ToolCall;
  readonly tool?: ShownTool;
  readonly reason?: string;
  readonly question?: string;
  readonly decision?: ApprovalDecision;
  readonly answer?: string;
  readonly answeredAt?: number;
  /** Who decided or answered. Undefined before the answer, and in logs of earlier releases. */
  readonly by?: Sender;
  /** Owner of the task; may be empty. */
  readonly principal: string;
}

/** Work that was running when the process ended, and whether it was repeated afterwards. */
export interface LostWork {
  readonly label: string;
  readonly kind: 'model' | 'tool';
  readonly attempt: number;
  /** The tool's setting for calls that a crash has interrupted. */
  readonly replay?: Replay;
  readonly isRepeated: boolean;
}

/** A crash: the time from the end of one process until the next continued the task. */
export interface CrashStep extends StepFields {
  readonly kind: 'crash';
  readonly resumedAt: number;
  /** Short name of the process that crashed, such as `4711-9f3c`. */
  readonly lostProcess?: string;
  /** Short name of the process that took over. */
  readonly newProcess?: string;
  readonly evidence?: CrashEvidence;
  readonly isHeld?: true;
  readonly work: readonly LostWork[];
}

/** Step for the whole task: the row of a timeline that shows its question and its answer. */
export interface TurnStep extends StepFields {
  readonly kind: 'turn';
  readonly agent: string;
  readonly principal: string;
  readonly question: string;
  readonly answer?: string;
  readonly end?: TaskEnd;
}

/** A step of a run that has no duration: a single moment in the log of a task. */
export interface MomentStep extends StepFields {
  readonly kind: 'moment';
}

/** The details of a row of a timeline. */
export type StepDetails = ModelStep | CallStep | PersonStep | CrashStep | TurnStep | MomentStep;
