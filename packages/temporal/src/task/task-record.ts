import type {
  NumberedEvent,
  PlannedCall,
  Submission,
  Task,
  TaskEvent,
  TaskState,
  TaskSubmitted,
  ToolTraits,
} from 'timestep/core';

/** A numbered outline, and the key of what it leaves out; none where it leaves out nothing. */
export interface Recorded {
  readonly event: NumberedEvent;
  readonly content?: string;
}

/** Records that follow each other, and what the task is after the last of them. */
export interface Added {
  readonly taskId: string;
  readonly records: readonly Recorded[];
  readonly state: TaskState;
}

/** Something accepted for a task, without its words. Signals may bring the same more than once. */
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
  /** What an earlier run of the same task handed on. */
  readonly carried?: Carried;
}

export interface TaskSettings {
  /** Milliseconds without a sign of life after which a worker counts as dead. */
  readonly heartbeatMs: number;
  /** Events of history after which a run is followed by another; absent: as the server suggests. */
  readonly mostEvents?: number;
}

/** What one run hands on to the next. The transcript is in the store. */
export interface Carried {
  readonly task: Omit<Task, 'entries'>;
  readonly unwritten: readonly Recorded[];
  readonly seen: readonly string[];
  readonly traits: Traits;
}

export type Traits = Readonly<Record<string, ToolTraits>>;

/** What an effect needs to be told, beside the task, which it reads from the store. */
export interface EffectInput {
  readonly added: Added;
  /** The generation of the task that the effect is for. */
  readonly generation: number;
  /** Milliseconds of work that are left to the task. */
  readonly remainingMs: number;
}

interface ModelInput extends EffectInput {
  readonly step: number;
  readonly attempt: number;
}

interface ToolInput extends EffectInput {
  readonly planned: PlannedCall;
}

/** What came of an effect. */
export interface Outcome {
  /** Its outline: the whole is in the store. */
  readonly event: TaskEvent;
  /** When a worker began with it, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** True where the task's time was up before it was done. */
  readonly isLate?: boolean;
  /** Of the tools that a reply calls. */
  readonly traits?: Traits;
}

/** What a task that would end was told: that it has, or what it is to take first. */
export interface Closing {
  readonly pending: readonly InboundMessage[];
}

/** The activities of a task, as its workflow calls them. */
export interface TaskActivities {
  loadPrompt(input: EffectInput): Promise<Outcome>;
  callModel(input: ModelInput): Promise<Outcome>;
  callTool(input: ToolInput): Promise<Outcome>;
  record(added: Added): Promise<void>;
  /** Records the end of a task, unless something accepted for it has not been taken. */
  closeTask(added: Added): Promise<Closing>;
}

/** The failure type of an effect whose worker died, so that nobody knows what came of it. */
export const EFFECT_LOST = 'EffectLost';
/** The failure type of an effect that came to a worker without the agent: it has not begun. */
export const UNKNOWN_AGENT = 'UnknownAgent';

export const TASK_WORKFLOW = 'timestepTask';
export const INBOUND_SIGNAL = 'inbound_message';
export const CANCEL_SIGNAL = 'cancel_task';
