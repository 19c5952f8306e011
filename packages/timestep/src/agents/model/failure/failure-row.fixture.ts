import type { JsonObject, JsonValue } from '#core';
import type { FailureCode } from './failure-kinds.ts';

/** A documented or publicly reported error response of a provider, and the code it must get. */
export interface FailureRow {
  /** Provider that sends the error response. */
  readonly provider: string;
  /** Model name by which the request is made. Its part before the slash selects the protocol. */
  readonly model: string;
  readonly failure: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: JsonValue;
  readonly code: FailureCode;
  /** Seconds that the provider asks callers to wait. */
  readonly retryAfterS?: number;
}

/** Error bodies of OpenAI and of the servers that imitate it. */
export function buildOpenAiError(
  message: string,
  type: string | null,
  code: string | null,
): JsonObject {
  return { error: { message, type, code, param: null } };
}
