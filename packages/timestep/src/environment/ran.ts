import type { Artifact, JsonObject, Question, TaskWait } from '../core/index.ts';

/** What a call of a tool came to. */
export type Ran =
  | {
      /** The tool returned a value, which fits the schema of its output. */
      readonly is: 'result';
      readonly value: unknown;
      readonly artifacts: readonly Artifact[];
    }
  | {
      /** The tool returned a result in a form of its protocol, which is passed on. */
      readonly is: 'raw';
      readonly raw: object;
      readonly artifacts: readonly Artifact[];
    }
  | {
      /** A person has to decide first; the arguments are those that the tool would receive. */
      readonly is: 'unapproved';
      readonly args: unknown;
    }
  | {
      /** The user has to answer first. */
      readonly is: 'question';
      readonly question: Question;
    }
  | {
      /** Another task has to end first. */
      readonly is: 'waits';
      readonly awaits: TaskWait;
    }
  | {
      /** The call goes on as a task of its protocol. */
      readonly is: 'task';
      readonly task: object;
    }
  | FailedCall;

/** A call that did not lead to a result. */
export interface FailedCall {
  readonly is: 'failed';
  readonly code: CallFailure;
  /** What the model reads. */
  readonly text: string;
  /** What does not fit the schema, for `bad-arguments` and `bad-result`. */
  readonly issues?: string;
  /** Whether there was nothing to compare with the schema, for `bad-result`. */
  readonly isMissing?: boolean;
  /** What the function threw, for `threw`. */
  readonly thrown?: unknown;
}

/** Why a call did not lead to a result. */
export type CallFailure = 'bad-arguments' | 'bad-result' | 'only-task' | 'threw' | 'unanswered';

/** What a function returned in a form of its protocol. */
export type OwnResult =
  | { readonly is: 'task'; readonly task: object }
  | {
      readonly is: 'raw';
      readonly raw: object;
      /** A `request` asks the caller for input. A `result` alone is compared with the schema of the output. */
      readonly as: 'result' | 'error' | 'request';
      /** The part of a result that the schema of the output is about. */
      readonly structured?: unknown;
    };

/** A call that is to become a task of its protocol. */
export interface BegunCall {
  readonly name: string;
  readonly arguments: JsonObject;
}
