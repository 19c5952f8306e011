import type { Artifact, JsonObject, Question, TaskWait } from '#core';

/** Outcome of a tool call. */
export type ToolCallOutcome =
  | RanCall
  | {
      /** The call was not made, because a person must approve it first. `args` are the validated arguments. */
      readonly is: 'unapproved';
      readonly args: unknown;
    }
  | { readonly is: 'question'; readonly question: Question }
  | { readonly is: 'waits'; readonly awaits: TaskWait }
  | { readonly is: 'task'; readonly task: object }
  | FailedCall;

/** The return value of a tool that has run. */
export type RanCall =
  | { readonly is: 'result'; readonly value: unknown; readonly artifacts: readonly Artifact[] }
  | {
      /** The tool returned a result in the form of its protocol, which is passed on unchanged. */
      readonly is: 'raw';
      readonly raw: object;
      readonly artifacts: readonly Artifact[];
    };

export interface FailedCall {
  readonly is: 'failed';
  readonly code: CallFailure;
  /** Error message for the model. */
  readonly text: string;
  /** Violations of the schema, for `bad-arguments` and `bad-result`. */
  readonly issues?: string;
  /** What the tool returned, for `bad-result`: the call was made, but its result is invalid. */
  readonly ran?: RanCall;
  /** Whether the tool returned no data that could be checked, for `bad-result`. */
  readonly isMissing?: boolean;
  readonly thrown?: unknown;
}

/** Reason why a tool call failed. */
export type CallFailure = 'bad-arguments' | 'bad-result' | 'only-task' | 'threw' | 'unanswered';

/** A value that a tool's function returned in the form of its protocol (MCP). */
export type ProtocolResult =
  | { readonly is: 'task'; readonly task: object }
  | {
      readonly is: 'raw';
      readonly raw: object;
      /** Kind of return value: a `request` asks the caller for input; a `result` is checked. */
      readonly as: 'result' | 'error' | 'request';
      /** The part of the return value that the output schema describes. */
      readonly structured?: unknown;
    };

/** A tool call that becomes a task of its protocol (MCP). */
export interface TaskCall {
  readonly name: string;
  readonly arguments: JsonObject;
}
