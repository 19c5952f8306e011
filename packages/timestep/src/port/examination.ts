import type { JsonObject } from '../core/index.ts';

/** `problem`: something is to be done. `note`: worth knowing, nothing is wrong. */
export type Severity = 'problem' | 'note';

/** Something found in a database; `message` says what, and what to do about it. */
export interface Finding {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

/** What was seen when a backend was looked over, and what was found. */
export interface Examination {
  /** What people call the database, without any password. */
  readonly place: string;
  /** What was seen, for people; empty where nothing can be seen. */
  readonly seen: readonly (readonly [name: string, text: string])[];
  /** The same for programs, in snake_case; absent where nothing can be seen. */
  readonly facts?: JsonObject;
  readonly findings: readonly Finding[];
}
