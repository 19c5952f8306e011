import {
  toAssistantMessage,
  type Artifact,
  type AssistantMessage,
  type CalledModel,
  type Delegation,
  type JsonObject,
  type Limits,
  type Message,
  type ReplySettings,
  type ToolSchema,
  type TurnSettings,
} from '../core/index.ts';

/**
 * Answers as a model, a command or a remote agent. It receives the transcript and returns one assistant
 * message, which may request tool calls. If it throws, the loop records the failure in the task.
 */
export type AgentFn = (
  messages: readonly Message[],
  context: AgentContext,
) => Promise<AssistantMessage> | AssistantMessage;

/** An `AgentFn` as programs may write it: it may also return a string, the content of the message. */
export type AgentFunction = (
  messages: readonly Message[],
  context: AgentContext,
) => Promise<AssistantMessage | string> | AssistantMessage | string;

/**
 * Returns the agent with messages in place of strings. The loop does the same for each reply, so only code that
 * calls the agent itself needs this.
 */
export function toAgentFn(agent: AgentFunction): AgentFn {
  return async (messages, context) => toAssistantMessage(await agent(messages, context));
}

/**
 * What an agent gets with the messages: its tools, its limits, and how to show a reply as it grows.
 */
export interface AgentContext {
  readonly tools: readonly ToolSchema[];
  readonly task: TaskMeta;
  readonly limits: Limits;
  /** The caller's settings for this reply; an agent that cannot follow them fails. */
  readonly settings?: ReplySettings;
  /** What the session gave to the turn; absent where the context has no session. */
  readonly turn?: TurnSettings;
  readonly seed: number;
  /** The same in every attempt at this step, and different for every step. */
  readonly key: string;
  /** Counts from 1; above 1 an earlier attempt was lost. */
  readonly attempt: number;
  /** Aborts on cancellation and when the time limit is reached. */
  readonly signal: AbortSignal;
  /** Shows output as it grows. For display only: the returned message is what counts. */
  readonly emit: (delta: Delta) => void;
  /** Says which model is asked, for the log and the trace. What a later call says is added. */
  readonly called?: (model: CalledModel) => void;
}

/** What agents and tools may know about the task they work for. */
export interface TaskMeta {
  readonly id: string;
  readonly contextId: string;
  readonly agent: string;
  /** Who sent the first message of the task; absent where that is not known. */
  readonly principal?: string;
  readonly metadata: JsonObject;
  /** Which calls of agents led to the task; absent where an agent did not begin it. */
  readonly delegation?: Delegation;
}

/** A piece of output in progress. Tool call pieces of one call share its `index` in the message. */
export type Delta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | {
      readonly type: 'tool-call';
      readonly index: number;
      readonly id: string;
      readonly name: string;
      /** The next piece of the arguments' JSON text. */
      readonly arguments: string;
    }
  | ArtifactDelta;

/** A piece of something that is given to the user while it is made. */
export interface ArtifactDelta {
  readonly type: 'artifact';
  readonly artifact: Artifact;
  /** Whether the parts continue what was shown under this id; otherwise they replace it. */
  readonly append: boolean;
  /** How many pieces came before this one; a reader that missed one of them shows no later piece. */
  readonly index?: number;
}
