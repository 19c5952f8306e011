import type {
  NumberedEvent,
  PlannedCall,
  Submission,
  Task,
  TaskEvent,
  TaskState,
  TaskSubmitted,
  ToolTraits,
} from '@timestep-ai/timestep/core';

/** An event outline (an event without its texts) and the name of the omitted content, if any. */
export interface OutlineRecord {
  readonly event: NumberedEvent;
  readonly content?: string;
}

export interface AddedRecords {
  readonly taskId: string;
  readonly records: readonly OutlineRecord[];
  readonly state: TaskState;
}

/** An accepted submission without its texts. Its signal may arrive more than once. */
export interface InboundMessage {
  readonly submission: Submission;
  readonly at: number;
}

export interface TaskInput {
  readonly origin: TaskSubmitted;
  readonly at: number;
  readonly settings: TaskSettings;
  readonly carried?: CarriedState;
}

export interface TaskSettings {
  readonly heartbeatMs: number;
  /**
   * Number of consecutive crashes, each with evidence that the task caused it, after which the task
   * stops and asks its user whether to continue. Default: the same as without Temporal.
   */
  readonly crashLimit?: number;
  /** History length at which a workflow continues as new. Default: when Temporal suggests it. */
  readonly mostEvents?: number;
}

/** Input of a workflow run, passed on by the previous run. The transcript is in the store. */
export interface CarriedState {
  readonly task: Omit<Task, 'entries' | 'artifacts'>;
  readonly unwritten: readonly OutlineRecord[];
  readonly seen: readonly string[];
  readonly traits: TraitsByTool;
  readonly watchers?: readonly WaitingCall[];
}

export interface WaitingCall {
  readonly taskId: string;
  readonly key: string;
  readonly principal: string;
}

export type TraitsByTool = Readonly<Record<string, ToolTraits>>;

/** Input of an effect's activity, which reads the task from the store. */
export interface EffectInput {
  readonly added: AddedRecords;
  readonly generation: number;
  /** Remaining working time of the task in milliseconds. */
  readonly remainingMs: number;
}

type ContextInput = EffectInput & { readonly step: number };
type ModelInput = ContextInput & { readonly attempt: number };
type ToolInput = EffectInput & { readonly planned: PlannedCall };

export interface EffectOutcome {
  readonly event: TaskEvent;
  /** Time at which the agent began to work on the effect, in milliseconds since the epoch. */
  readonly startedAt: number;
  /**
   * Time at which the agent stopped working on the effect. Missing in the histories of earlier releases.
   */
  readonly endedAt?: number;
  /** Whether the time limit of the task was reached before the effect ended. */
  readonly isLate?: boolean;
  readonly traits?: TraitsByTool;
}

/** Result of ending a task: the messages to process first, or none if the task has ended. */
export interface CloseTaskResult {
  readonly pending: readonly InboundMessage[];
}

export interface AwaitedTaskInput {
  readonly taskId: string;
  readonly key: string;
  readonly callId: string;
  readonly awaitedId: string;
  readonly principal: string;
  /** Whether the workflow of the awaited task is not running. */
  readonly isGone: boolean;
  readonly isLate: boolean;
}

/**
 * Result of an awaited task. If `event` is undefined, the awaited task has no result, because it runs again.
 */
export interface AwaitedTaskResult {
  readonly event?: TaskEvent;
}

/** Names of the activities, which are part of stored histories. */
export interface TaskActivities {
  loadPrompt(input: EffectInput): Promise<EffectOutcome>;
  selectContext(input: ContextInput): Promise<EffectOutcome>;
  callModel(input: ModelInput): Promise<EffectOutcome>;
  callTool(input: ToolInput): Promise<EffectOutcome>;
  record(added: AddedRecords): Promise<void>;
  closeTask(added: AddedRecords): Promise<CloseTaskResult>;
  lookAtAwaited(input: AwaitedTaskInput): Promise<AwaitedTaskResult>;
  /** Runs until it is canceled or its worker stops. Its missing heartbeats show that its worker was lost. */
  watchWorker(): Promise<void>;
}

/**
 * Error type of an effect whose worker died or shut down. The error details are a `RunnerExit`, and the short name
 * of the worker that found the loss, if it has one.
 */
export const EFFECT_LOST = 'EffectLost';
/** Error type of an effect that did not start because the worker lacks the agent. */
export const UNKNOWN_AGENT = 'UnknownAgent';

export const TASK_WORKFLOW = 'timestepTask';
export const INBOUND_SIGNAL = 'inbound_message';
export const CANCEL_SIGNAL = 'cancel_task';
export const DISPATCH_SIGNAL = 'dispatch_reported';
export const WATCH_SIGNAL = 'watch_task';
export const SETTLED_SIGNAL = 'awaited_settled';
export const STATE_QUERY = 'getState';
