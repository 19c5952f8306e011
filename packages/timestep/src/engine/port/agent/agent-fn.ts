import {
  toAssistantMessage,
  type Artifact,
  type AssistantMessage,
  type CalledModel,
  type Delegation,
  type Dispatch,
  type DispatchReport,
  type JsonObject,
  type Limits,
  type Message,
  type ReplySettings,
  type TextFormat,
  type ToolSchema,
  type TurnSettings,
} from '#core';

/** An agent as a function from a transcript to an assistant message. Throws if it cannot answer. */
export type AgentFn = (
  messages: readonly Message[],
  context: AgentContext,
) => Promise<AssistantMessage> | AssistantMessage;

/** An agent function as programs may write it: it may also return a string as the content of the message. */
export type AgentFunction = (
  messages: readonly Message[],
  context: AgentContext,
) => Promise<AssistantMessage | string> | AssistantMessage | string;

/** Converts string replies to messages. The task loop does so itself, so only other callers need this. */
export function toAgentFn(agent: AgentFunction): AgentFn {
  return async (messages, context) => toAssistantMessage(await agent(messages, context));
}

/** Context of an agent call: tools, limits, settings and a callback that streams the reply. */
export interface AgentContext {
  readonly tools: readonly ToolSchema[];
  readonly task: TaskMeta;
  readonly limits: Limits;
  /** Reply settings of the caller. An agent that does not support one of them throws. */
  readonly settings?: ReplySettings;
  /**
   * Format for the reply, from the agent's output schema. Models may ignore it. Undefined if `settings` has
   * a format or the request has tools.
   */
  readonly outputFormat?: TextFormat;
  readonly turn?: TurnSettings;
  readonly seed: number;
  /** Idempotency key: the same in every attempt at this step, different for every step. */
  readonly key: string;
  /** Number of the attempt, from 1. Above 1, the outcome of an earlier attempt is unknown. */
  readonly attempt: number;
  /** Time of the first of the consecutive failures before this attempt, in milliseconds since the epoch. */
  readonly failingSince?: number | undefined;
  /** Aborts if the task is canceled or its time limit is reached. */
  readonly signal: AbortSignal;
  /** Streams partial output for display. Only the returned message counts. */
  readonly emit: (delta: Delta) => void;
  /** Reports which model is being called, for the log and the trace. Later reports add fields. */
  readonly called?: (model: CalledModel) => void;
  /** Reports that the model is working although it emits nothing, so that limits on silence do not apply. */
  readonly reportActivity?: (() => void) | undefined;
  /** Delivery state that earlier attempts left of this step's message to a remote agent. */
  readonly dispatch?: Dispatch | undefined;
  readonly recordDispatch?: RecordDispatch | undefined;
}

/**
 * Records the delivery state of the message that the running step or tool call sends to a remote
 * agent. Resolves once the record is durable.
 */
export type RecordDispatch = (report: DispatchReport) => Promise<unknown> | void;

/** Facts about a task that its agent and tools may read. */
export interface TaskMeta {
  readonly id: string;
  readonly contextId: string;
  readonly agent: string;
  readonly principal?: string;
  readonly metadata: JsonObject;
  readonly delegation?: Delegation;
}

/** A piece of partial output. Pieces of one tool call share its `index` in the message. */
export type Delta =
  | TextDelta
  | { readonly type: 'reasoning'; readonly text: string }
  | {
      readonly type: 'tool-call';
      readonly index: number;
      readonly id: string;
      readonly name: string;
      /** Next piece of the JSON text of a tool call's arguments. */
      readonly arguments: string;
    }
  | ArtifactDelta
  | ProgressDelta;

/** A piece of the text of a reply. */
export interface TextDelta {
  readonly type: 'text';
  readonly text: string;
  /** Whether the text starts again: readers must discard the earlier text of the reply. */
  readonly restarts?: true;
}

/** How far a running tool call is, or what the agent that it asked does now. It replaces earlier progress. */
export interface ProgressDelta extends ToolProgressReport {
  readonly callId: string;
  /**
   * Why the called agent makes no progress, without times, so that it can be compared: the text of the
   * progress also contains times and changes more often.
   */
  readonly delay?: string;
}

/** Progress that a tool reports of its own call, such as `Reading (40 of 200)`. */
export interface ToolProgressReport {
  readonly type: 'progress';
  readonly text: string;
}

/** A piece of an artifact while it is produced. */
export interface ArtifactDelta {
  readonly type: 'artifact';
  readonly artifact: Artifact;
  /** Whether the parts are appended to earlier parts of the artifact instead of replacing them. */
  readonly append: boolean;
  /** Number of earlier pieces of output. A reader that missed one must ignore all later pieces. */
  readonly index?: number;
}
