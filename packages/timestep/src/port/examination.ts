import type { JsonObject } from '../core/index.ts';

/** `problem`: an action is necessary. `note`: nothing is wrong, but it is worth knowing. */
export type Severity = 'problem' | 'note';

/** Something found in a database; `message` says what, and what to do about it. */
export interface Finding {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

/** The facts about a backend, and the findings derived from them. */
export interface Examination {
  /** The name of the database for people, without any password. */
  readonly place: string;
  /** The facts for people; empty where they cannot be read. */
  readonly seen: readonly (readonly [name: string, text: string])[];
  /** The facts for programs, in snake_case; absent where they cannot be read. */
  readonly facts?: JsonObject;
  readonly findings: readonly Finding[];
}
