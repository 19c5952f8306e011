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

/** A numbered outline, and the key of what it leaves out; without a key it leaves out nothing. */
export interface Recorded {
  readonly event: NumberedEvent;
  readonly content?: string;
}

/** Consecutive records, and the state of the task after the last of them. */
export interface Added {
  readonly taskId: string;
  readonly records: readonly Recorded[];
  readonly state: TaskState;
}

/**
 * A submission that was accepted for a task, without its texts. Signals may bring the same one more
 * than once.
 */
export interface InboundMessage {
  readonly submission: Submission;
  /** When it was accepted, in milliseconds since the epoch. */
  readonly at: number;
}

export interface TaskInput {
  readonly origin: TaskSubmitted;
  /** When the task was submitted, in milliseconds since the epoch. */
  readonly at: number;
  readonly settings: TaskSettings;
  /** What an earlier run of the same task passed on. */
  readonly carried?: Carried;
}

export interface TaskSettings {
  /** Milliseconds without a sign of life after which a worker counts as dead. */
  readonly heartbeatMs: number;
  /** Events of history after which a run continues as new; absent: when the server suggests it. */
  readonly mostEvents?: number;
}

/** What one run passes on to the next. The transcript is in the store. */
export interface Carried {
  readonly task: Omit<Task, 'entries' | 'artifacts'>;
  readonly unwritten: readonly Recorded[];
  readonly seen: readonly string[];
  readonly traits: Traits;
  /** The tasks that wait for this one. */
  readonly watchers?: readonly Watcher[];
}

/** A call of another task that waits until this one is settled. */
export interface Watcher {
  readonly taskId: string;
  /** The key of the call. */
  readonly key: string;
  readonly principal: string;
}

export type Traits = Readonly<Record<string, ToolTraits>>;

/** What an effect receives, beside the task, which it reads from the store. */
export interface EffectInput {
  readonly added: Added;
  /** The generation of the task that the effect is for. */
  readonly generation: number;
  /** Milliseconds of work that the task has left. */
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

/** The outcome of an effect. */
export interface Outcome {
  /** The outline of the event; the whole event is in the store. */
  readonly event: TaskEvent;
  /** When a worker began with it, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** True where the task's time was up before the effect was done. */
  readonly isLate?: boolean;
  /** The traits of the tools that a reply calls. */
  readonly traits?: Traits;
}

/** The answer to a task that wants to end: empty, or the messages that it must take first. */
export interface Closing {
  readonly pending: readonly InboundMessage[];
}

/** A call that waits for another task, which is to be looked at. */
export interface WaitInput {
  readonly taskId: string;
  readonly key: string;
  readonly callId: string;
  readonly awaitedId: string;
  /** Whose task waits; the awaited task must be of the same. */
  readonly principal: string;
  /** True where the workflow of the awaited task does not run. */
  readonly isGone: boolean;
  /** True where the time of the call is over. */
  readonly isLate: boolean;
}

/** The outline of what became of an awaited task; without an event it is under way again. */
export interface Looked {
  readonly event?: TaskEvent;
}

/** The activities of a task, as its workflow calls them. */
export interface TaskActivities {
  loadPrompt(input: EffectInput): Promise<Outcome>;
  selectContext(input: ContextInput): Promise<Outcome>;
  callModel(input: ModelInput): Promise<Outcome>;
  callTool(input: ToolInput): Promise<Outcome>;
  record(added: Added): Promise<void>;
  /** Records the end of a task, unless it has accepted messages that it has not taken. */
  closeTask(added: Added): Promise<Closing>;
  /** Keeps what became of an awaited task, for the call that waits for it. */
  lookAtAwaited(input: WaitInput): Promise<Looked>;
}

/** The failure type of an effect whose worker died, so that its outcome is unknown. */
export const EFFECT_LOST = 'EffectLost';
/**
 * The failure type of an effect that came to a worker without the agent: the effect has not begun.
 */
export const UNKNOWN_AGENT = 'UnknownAgent';

export const TASK_WORKFLOW = 'timestepTask';
export const INBOUND_SIGNAL = 'inbound_message';
export const CANCEL_SIGNAL = 'cancel_task';
/** Asks the workflow of a task to tell when the task is settled. */
export const WATCH_SIGNAL = 'watch_task';
/** Tells that an awaited task is settled. */
export const SETTLED_SIGNAL = 'awaited_settled';
