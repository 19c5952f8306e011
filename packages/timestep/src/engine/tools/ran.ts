import type { Artifact, JsonObject, Question, TaskWait } from '#core';

/** Result of a tool call. */
export type ToolCallOutcome =
  | RanCall
  | {
      /** A person must approve the call first. `args` are the validated arguments. */
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
  /** Error message that the model reads. */
  readonly text: string;
  /** Schema errors, for `bad-arguments` and `bad-result`. */
  readonly issues?: string;
  /** What the tool returned, for `bad-result`: the call has run. */
  readonly ran?: RanCall;
  /** Whether the tool returned nothing that the schema could check, for `bad-result`. */
  readonly isMissing?: boolean;
  readonly thrown?: unknown;
}

/** The reason why a call has no result. */
export type CallFailure = 'bad-arguments' | 'bad-result' | 'only-task' | 'threw' | 'unanswered';

/** A return value of a function in the form of its protocol. */
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

/** A call that becomes a task of its protocol. */
export interface TaskCall {
  readonly name: string;
  readonly arguments: JsonObject;
}
