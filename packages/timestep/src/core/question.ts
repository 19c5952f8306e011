import type { JsonObject } from './json.ts';

/** What a tool wants to know of the user. */
export interface Question {
  readonly text: string;
  /** Answers to choose from; others are possible. */
  readonly options?: readonly string[];
  /** JSON Schema of an object, where the answer is to be data in this form. */
  readonly schema?: JsonObject;
}
