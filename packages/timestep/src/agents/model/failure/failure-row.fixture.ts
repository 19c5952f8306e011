import type { JsonObject, JsonValue } from '#core';
import type { FailureCode } from './failure-kinds.ts';

/** An error response of a provider, documented or publicly reported, and the code it must get. */
export interface FailureRow {
  /** Provider that sends the error response. */
  readonly provider: string;
  /** Model name by which the request is made. Its part before the slash selects the protocol. */
  readonly model: string;
  readonly failure: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: JsonValue;
  /** Whether no source shows the body, so that only its status is certain. */
  readonly isAssumed?: true;
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
