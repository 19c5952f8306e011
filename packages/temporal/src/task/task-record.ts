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

/**
 * A numbered outline with the name of the content that it omits. Without a name it omits nothing.
 */
export interface OutlineRecord {
  readonly event: NumberedEvent;
  readonly content?: string;
}

/** Consecutive records and the state of the task after the last one. */
export interface AddedRecords {
  readonly taskId: string;
  readonly records: readonly OutlineRecord[];
  readonly state: TaskState;
}

/**
 * An accepted submission for a task, without its texts. Signals may deliver the same submission
 * more than once.
 */
export interface InboundMessage {
  readonly submission: Submission;
  /** Time of acceptance in milliseconds since the epoch. */
  readonly at: number;
}

export interface TaskInput {
  readonly origin: TaskSubmitted;
  /** Time of submission in milliseconds since the epoch. */
  readonly at: number;
  readonly settings: TaskSettings;
  /** State from an earlier run of the same workflow. */
  readonly carried?: CarriedState;
}

export interface TaskSettings {
  /** Milliseconds without a heartbeat after which a worker counts as dead. */
  readonly heartbeatMs: number;
  /**
   * Number of history events after which a run continues as new. Default: when the server suggests
   * it.
   */
  readonly mostEvents?: number;
}

/** State that a run passes to the next run. The transcript is in the store. */
export interface CarriedState {
  readonly task: Omit<Task, 'entries' | 'artifacts'>;
  readonly unwritten: readonly OutlineRecord[];
  readonly seen: readonly string[];
  readonly traits: TraitsByTool;
  /** Calls of other tasks that wait for this task. */
  readonly watchers?: readonly WaitingCall[];
}

/** A call of another task that waits until this task has ended or needs input. */
export interface WaitingCall {
  readonly taskId: string;
  /** Key of the waiting call. */
  readonly key: string;
  readonly principal: string;
}

export type TraitsByTool = Readonly<Record<string, ToolTraits>>;

/** Input of an activity that performs an effect. The task itself is read from the store. */
export interface EffectInput {
  readonly added: AddedRecords;
  /** Generation of the task for which the effect is performed. */
  readonly generation: number;
  /** Milliseconds of working time that the task has left. */
  readonly remainingMs: number;
}

interface ContextInput extends EffectInput {
  readonly step: number;
}

interface ModelInput extends EffectInput {
  readonly step: number;
  readonly attempt: number;
}

interface ToolInput extends EffectInput {
  readonly planned: PlannedCall;
}

/** Result of an activity that performs an effect. */
export interface EffectOutcome {
  /** Outline of the resulting event. The full event is in the store. */
  readonly event: TaskEvent;
  /** Time at which a worker started the effect, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** True if the task's time limit was reached before the effect was done. */
  readonly isLate?: boolean;
  /** Traits of the tools that a reply calls. */
  readonly traits?: TraitsByTool;
}

/**
 * Result of trying to end a task. Empty if it has ended; otherwise the messages that it must
 * process first.
 */
export interface CloseTaskResult {
  readonly pending: readonly InboundMessage[];
}

/** A call that waits for another task whose state must be checked. */
export interface AwaitedTaskInput {
  readonly taskId: string;
  readonly key: string;
  readonly callId: string;
  readonly awaitedId: string;
  /** Principal of the waiting task. The awaited task must have the same principal. */
  readonly principal: string;
  /** True if the workflow of the awaited task is not running. */
  readonly isGone: boolean;
  /** True if the call has timed out. */
  readonly isLate: boolean;
}

/** Outline of an awaited task's result. Without an event, the task is running again. */
export interface AwaitedTaskResult {
  readonly event?: TaskEvent;
}

/** Activities of a task, as its workflow calls them. Their names are part of stored histories. */
export interface TaskActivities {
  loadPrompt(input: EffectInput): Promise<EffectOutcome>;
  selectContext(input: ContextInput): Promise<EffectOutcome>;
  callModel(input: ModelInput): Promise<EffectOutcome>;
  callTool(input: ToolInput): Promise<EffectOutcome>;
  record(added: AddedRecords): Promise<void>;
  /** Records the end of a task, unless it has accepted messages that it has not processed. */
  closeTask(added: AddedRecords): Promise<CloseTaskResult>;
  /** Stores the result of an awaited task for the call that waits for it. */
  lookAtAwaited(input: AwaitedTaskInput): Promise<AwaitedTaskResult>;
}

/** Failure type of an effect whose worker died, so that its outcome is unknown. */
export const EFFECT_LOST = 'EffectLost';
/**
 * Failure type of an effect that reached a worker without the agent. The effect has not started.
 */
export const UNKNOWN_AGENT = 'UnknownAgent';

export const TASK_WORKFLOW = 'timestepTask';
export const INBOUND_SIGNAL = 'inbound_message';
export const CANCEL_SIGNAL = 'cancel_task';
/** Signal that asks a task's workflow to report when the task has ended or needs input. */
export const WATCH_SIGNAL = 'watch_task';
/** Signal that reports that an awaited task has ended or needs input. */
export const SETTLED_SIGNAL = 'awaited_settled';
