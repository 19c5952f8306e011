import type { JsonObject } from '#core';

/** `problem`: requires action. `note`: worth knowing, but nothing is wrong. */
export type Severity = 'problem' | 'note';

/** A finding about a database. `message` says what is wrong and what to do. */
export interface Finding {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

/** Result of examining a database: facts about it, and findings derived from them. */
export interface Examination {
  /** Display name of the database, without a password. */
  readonly place: string;
  /** Facts about the database for people, each with a name. Empty if the database cannot be read. */
  readonly seen: readonly (readonly [name: string, text: string])[];
  /** Facts about the database for programs, with field names in snake_case. Undefined if they cannot be read. */
  readonly facts?: JsonObject;
  readonly findings: readonly Finding[];
}
