import type { JsonObject } from '#core';

/** How a model provider refuses a request: status and body of the HTTP response. */
export interface Refusal {
  /** Id of the rule that the request breaks, such as `chat/tool-count`. */
  readonly rule: string;
  readonly status: number;
  /** Body of the error response. An empty object stands for a response without a body. */
  readonly body: JsonObject;
}

/** What is wrong with a request; each protocol builds its own error body from this. */
export interface Fault {
  readonly message: string;
  /** Path of the refused value, such as `tools[3].function.name`. */
  readonly param?: string;
  readonly code?: string;
  readonly type?: string;
  /** HTTP status of the refusal. Default: 400. */
  readonly status?: number;
}

/** A rule of a model provider. A request is refused with the first fault that `find` yields. */
export interface Rule<Facts> {
  readonly id: string;
  /** Source of the rule: documentation, a report, a recording, or `inferred`. */
  readonly source: string;
  readonly find: (body: JsonObject, facts: Facts) => Iterable<Fault>;
}

/** Checks a request against rules. Returns the first violation. */
export function findRefusal<Facts>(
  rules: readonly Rule<Facts>[],
  body: JsonObject,
  facts: Facts,
  buildErrorBody: (fault: Fault, status: number) => JsonObject,
): Refusal | undefined {
  for (const { id, find } of rules) {
    for (const fault of find(body, facts)) {
      const status = fault.status ?? 400;
      return { rule: id, status, body: buildErrorBody(fault, status) };
    }
  }
  return undefined;
}
