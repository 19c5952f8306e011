import type { JsonValue } from '#core';
import type { ReadJson, RejectedBody } from '#protocols/http';
import { toA2AError, A2AError, createInvalidParamsError } from '../wire/a2a-error.ts';
import type { A2AErrorCode } from '../wire/error-codes.ts';
import type { StreamDeps } from './event-stream.ts';
import type { OperationContext, PerformOperation } from './operation-context.ts';
import type { A2AVersion } from '../wire/rpc-methods.ts';

export interface BindingOptions {
  readonly perform: PerformOperation;
  readonly readJson: ReadJson;
  readonly streams: StreamDeps;
  /** Callback for internal errors, which clients must not see. */
  readonly onError: (thrown: unknown) => void;
}

export interface AgentRequest {
  readonly request: Request;
  /** Returns the requested version. Throws `A2AError` if the agent does not serve it. */
  readonly readVersion: () => A2AVersion;
  readonly createContext: (version: A2AVersion) => OperationContext;
}

/** Converts an error to an `A2AError`. Internal errors are also passed to `onError`. */
export function toReportedError(thrown: unknown, onError: BindingOptions['onError']): A2AError {
  const error = toA2AError(thrown);
  if (error.code === 'internal') onError(thrown);
  return error;
}

const HEADER = 'Last-Event-ID';

/**
 * Reads from the request headers up to which task generation the client has received all events. Throws `A2AError`.
 */
export function readLastEventIdOrThrow(headers: Headers): number | undefined {
  const given = headers.get(HEADER)?.trim();
  if (given === undefined || given === '') return undefined;
  const seen = Number(given);
  if (/^\d+$/.test(given) && Number.isSafeInteger(seen)) return seen;
  throw createInvalidParamsError(
    HEADER,
    'must be the id of an event of this stream (a whole number)',
  );
}

/** Reads the JSON body. Throws `A2AError` if it does not arrive, is not JSON or has another content type. */
export async function readRequestBody(request: Request, readJson: ReadJson): Promise<JsonValue> {
  const type = request.headers.get('content-type');
  if (type !== null && !JSON_TYPE.test(type)) {
    throw new A2AError(
      'content-type-not-supported',
      `unsupported content type ${type.slice(0, 80)}: send application/json`,
    );
  }
  const body = await readJson(request);
  if (body.ok) return body.value;
  throw new A2AError(CODE_OF[body.status], body.message);
}

const CODE_OF: Readonly<Record<RejectedBody['status'], A2AErrorCode>> = {
  400: 'parse-error',
  408: 'too-slow',
  413: 'too-large',
  415: 'content-type-not-supported',
  503: 'unavailable',
};

const JSON_TYPE = /^application\/(a2a\+)?json\s*(;|$)/i;
