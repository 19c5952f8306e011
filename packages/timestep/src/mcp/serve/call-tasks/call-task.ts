import type { JsonObject, QuestionAnswer } from '../../../core/index.ts';
import type { ToolCallContext } from '../tool-context.ts';

/**
 * A call of a tool that goes on without its request, as a task of MCP's extension
 * `io.modelcontextprotocol/tasks` (SEP-2663).
 */
export interface CallTask {
  /** Unguessable: the same in every process that serves the environment. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Milliseconds since its creation for which it can be found at least. Absent: as long as the server keeps any. */
  readonly ttlMs?: number;
  readonly stand: CallTaskState;
}

/** How far such a call is. */
export type CallTaskState =
  | { readonly is: 'working' }
  | { readonly is: 'canceled' }
  | {
      /** `value` is what a tool may return: a result, or a question made with `context.ask`. */
      readonly is: 'told';
      readonly value: unknown;
      /** Names the question among all questions of the task. */
      readonly round: string;
    }
  | {
      /** Requests that the client is to answer, by keys that no other request of the task has. */
      readonly is: 'asks';
      readonly requests: Readonly<Record<string, JsonObject>>;
    }
  | {
      /** The call ended in an error of JSON-RPC in place of a result. */
      readonly is: 'failed';
      readonly error: CallTaskError;
    };

/** An error of JSON-RPC that a call ended in. */
export interface CallTaskError {
  readonly code: number;
  readonly message: string;
}

/** The calls of an environment that go on without their requests; a caller finds its own alone. */
export interface CallTasks {
  /**
   * Makes a task of a call of a tool that has `task`, whose arguments have been checked. It resolves once the
   * task is kept. Absent: tools return `callTask` themselves.
   */
  begin?(call: BegunCall, context: ToolCallContext): Promise<CallTask>;
  find(id: string, context: ToolCallContext): Promise<CallTask | undefined>;
  /** Gives the answer to the question of a round; `undefined` where the person left it unanswered. */
  answer(
    id: string,
    round: string,
    answer: QuestionAnswer | undefined,
    context: ToolCallContext,
  ): Promise<void>;
  /** Gives responses to requests of the state `asks`; those to no open request are ignored. */
  respond?(
    id: string,
    responses: Readonly<Record<string, unknown>>,
    context: ToolCallContext,
  ): Promise<void>;
  cancel(id: string, context: ToolCallContext): Promise<void>;
}

/** A call that becomes a task. */
export interface BegunCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Marks what `callTask` returns; the same in every copy of the package. */
const STARTED: unique symbol = Symbol.for('timestep.call-task') as typeof STARTED;

interface StartedTask {
  readonly [STARTED]: CallTask;
}

/** What a tool returns in place of its result where its caller takes a task (`context.outlives`). */
export function callTask(task: CallTask): object {
  return { [STARTED]: task } satisfies StartedTask;
}

/** The task in what a tool returned; `undefined` where it returned anything else. */
export function callTaskIn(value: unknown): CallTask | undefined {
  return typeof value === 'object' && value !== null && STARTED in value
    ? (value as StartedTask)[STARTED]
    : undefined;
}
