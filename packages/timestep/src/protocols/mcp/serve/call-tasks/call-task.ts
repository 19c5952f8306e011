import type { JsonObject, QuestionAnswer } from '#core';
import type { ToolCallContext } from '../calls/tool-context.ts';

/** A tool call that runs as a task and thus outlives its request (SEP-2663). */
export interface CallTask {
  /** An unguessable id, the same in every process that serves the environment. */
  readonly id: string;
  /** Creation time in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Minimum milliseconds after its creation for which the task is kept. Default: no limit. */
  readonly ttlMs?: number;
  readonly stand: CallTaskState;
}

/** The current state of a call that runs as a task. */
export type CallTaskState =
  | {
      readonly is: 'working';
      /** Why the task makes no progress at present. */
      readonly waits?: string;
    }
  | { readonly is: 'canceled' }
  | {
      /** A result, or a question created by `context.ask`. */
      readonly is: 'told';
      readonly value: unknown;
      /** The question's id, unique among all questions of the task. */
      readonly round: string;
    }
  | {
      /** Requests for input by their keys, each unique among all requests of the task. */
      readonly is: 'asks';
      readonly requests: Readonly<Record<string, JsonObject>>;
    }
  | {
      /** The call ended with a JSON-RPC error instead of a result. */
      readonly is: 'failed';
      readonly error: CallTaskError;
    };

/** The JSON-RPC error with which a call ended. */
export interface CallTaskError {
  readonly code: number;
  readonly message: string;
}

/** Stores tool calls of an environment that run as tasks. A caller can access only its own tasks. */
export interface CallTasks {
  /** Starts a task for a call with valid arguments. Undefined if tools themselves return `wrapCallTask`. */
  begin?(call: BegunCall, context: ToolCallContext): Promise<CallTask>;
  find(id: string, context: ToolCallContext): Promise<CallTask | undefined>;
  /** Answers the question `round` of a task. `undefined` means that the user did not answer. */
  answer(
    id: string,
    round: string,
    answer: QuestionAnswer | undefined,
    context: ToolCallContext,
  ): Promise<void>;
  /** Answers open requests for input of a task in the state `asks`. Other responses are ignored. */
  respond?(
    id: string,
    responses: Readonly<Record<string, unknown>>,
    context: ToolCallContext,
  ): Promise<void>;
  cancel(id: string, context: ToolCallContext): Promise<void>;
}

/** A tool call that becomes a task. */
export interface BegunCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Symbol that marks a returned task. It is global, so that it is the same in every copy of the package. */
const STARTED: unique symbol = Symbol.for('timestep.call-task') as typeof STARTED;

interface StartedTask {
  readonly [STARTED]: CallTask;
}

/**
 * Wraps a started task as the return value of a tool that runs longer than its request (`context.outlives`).
 */
export function wrapCallTask(task: CallTask): object {
  return { [STARTED]: task } satisfies StartedTask;
}

export function unwrapCallTask(value: unknown): CallTask | undefined {
  return typeof value === 'object' && value !== null && STARTED in value
    ? (value as StartedTask)[STARTED]
    : undefined;
}
