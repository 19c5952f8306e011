import type { JsonObject, QuestionAnswer } from '../../../core/index.ts';
import type { ToolCallContext } from '../tool-context.ts';

/**
 * A tool call that continues after its request has ended, as a task of MCP's extension
 * `io.modelcontextprotocol/tasks` (SEP-2663).
 */
export interface CallTask {
  /** An unguessable id, the same in every process that serves the environment. */
  readonly id: string;
  /** Creation time, in milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /**
   * Minimum time for which the task can be found, in milliseconds after its creation. Undefined if
   * it is not limited.
   */
  readonly ttlMs?: number;
  readonly stand: CallTaskState;
}

/** The current state of a call that runs as a task. */
export type CallTaskState =
  | { readonly is: 'working' }
  | { readonly is: 'canceled' }
  | {
      /** A value that a tool may return: a result, or a question created by `context.ask`. */
      readonly is: 'told';
      readonly value: unknown;
      /** The question's id, unique among all questions of the task. */
      readonly round: string;
    }
  | {
      /** Open requests to the client. Each key is unique among all requests of the task. */
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

/** Stores the calls of an environment that run as tasks. A caller can access only its own tasks. */
export interface CallTasks {
  /**
   * Starts a task for a call of a tool that has `task`. The arguments have been validated. Resolves
   * once the task is stored. Undefined if the tools themselves return `returnTask`.
   */
  begin?(call: BegunCall, context: ToolCallContext): Promise<CallTask>;
  find(id: string, context: ToolCallContext): Promise<CallTask | undefined>;
  /**
   * Sends the answer to the question `round` of the task; `undefined` if the user did not answer.
   */
  answer(
    id: string,
    round: string,
    answer: QuestionAnswer | undefined,
    context: ToolCallContext,
  ): Promise<void>;
  /**
   * Sends responses to the open requests of a task in the state `asks`. Other responses are
   * ignored.
   */
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

/** Marks return values of `returnTask`. The symbol is the same in every copy of the package. */
const STARTED: unique symbol = Symbol.for('timestep.call-task') as typeof STARTED;

interface StartedTask {
  readonly [STARTED]: CallTask;
}

/**
 * Creates the value with which a tool returns a task instead of a result, if its caller supports
 * tasks (`context.outlives`).
 */
export function returnTask(task: CallTask): object {
  return { [STARTED]: task } satisfies StartedTask;
}

/** Returns the task from a tool's return value; undefined if the value is not a task. */
export function findCallTask(value: unknown): CallTask | undefined {
  return typeof value === 'object' && value !== null && STARTED in value
    ? (value as StartedTask)[STARTED]
    : undefined;
}
