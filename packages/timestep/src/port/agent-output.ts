import type { JsonObject, JsonValue } from '../core/index.ts';

/** The output of an agent: its final answer is JSON that matches a schema. */
export interface AgentOutput {
  /** Name of the schema, as model providers receive it: letters, digits, "_" and "-". */
  readonly name: string;
  readonly schema: JsonObject;
  /** Checks a parsed answer. */
  check(value: JsonValue): Promise<CheckedOutput> | CheckedOutput;
}

/** A value that matches the schema, or what is wrong with it. */
export type CheckedOutput =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: string };
