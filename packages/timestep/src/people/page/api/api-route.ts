import { reportMissing, requireText, TimestepError } from '#core';
import type { FieldRules, Fields, JsonValue } from '#core';
import type { PageContext } from '../page-context.ts';

export interface ApiContext extends PageContext {
  readonly ending: AbortSignal;
  /** Principal for conversations that the operator starts; may be empty. */
  readonly caller: string;
}

export interface ApiCall {
  readonly request: Request;
  readonly url: URL;
  readonly context: ApiContext;
  /** Returns a path parameter by name, such as `id` in `/tasks/:id`. */
  readonly param: (name: string) => string;
  /** Reads the JSON body. Throws `ApiError` if the body cannot be read. */
  readonly readBody: () => Promise<JsonValue>;
  /**
   * Reads a JSON object. Throws `ApiError` for invalid JSON and invalid fields; `expected`
   * describes the body.
   */
  readonly readFields: (expected: string) => Promise<Fields>;
}

/** Handles a request. A returned `Response` is sent unchanged, any other value as JSON. */
export type ApiHandler = (call: ApiCall) => unknown;

/** Handlers by method and path below `/ui/api`, such as `GET /tasks/:id`. */
export type ApiRoutes = Readonly<Record<string, ApiHandler>>;

/** Refuses a request with an HTTP status. The message says what to do. */
export class ApiError extends TimestepError {
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(code, message);
    this.status = status;
  }
}

/** Rules by which a wrong field of a request body throws `ApiError`. */
export function createBodyRules(expected: string): FieldRules {
  return {
    rejectsNull: true,
    report(path, problem) {
      const message = `invalid request body: expected ${expected}, but ${path} ${problem}`;
      throw new ApiError(400, 'bad-request', message);
    },
  };
}

export function requireNonEmptyText(fields: Fields, name: string): string {
  return requireText(fields, name) || (reportMissing(fields, name) ?? '');
}

/** Throws `ApiError` if a parser returned undefined, which means that the body is invalid. */
export function requireValid<T>(parsed: T | undefined, expectedBody: string): T {
  if (parsed !== undefined) return parsed;
  throw new ApiError(400, 'bad-request', `invalid request body: expected ${expectedBody}`);
}

/** Throws `ApiError` with the problem that a parser returned instead of a value. */
export function requireNoProblem<T extends object>(parsed: T | string): T {
  if (typeof parsed !== 'string') return parsed;
  throw new ApiError(400, 'bad-request', parsed);
}

interface RefusalOptions {
  /** Returns the HTTP status for an error code. Default: 409. */
  readonly getStatus?: (code: string) => number;
  /** Whether to show an error to the operator. Default: every `TimestepError`. */
  readonly isRefusal?: (thrown: TimestepError) => boolean;
}

/** Runs `work`, and converts errors that are meant for the operator to error responses. */
export async function refuseOnError<T>(
  work: () => Promise<T> | T,
  { getStatus = () => 409, isRefusal = () => true }: RefusalOptions = {},
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const isKnown = TimestepError.isInstance(thrown) && !(thrown instanceof ApiError);
    if (!isKnown || !isRefusal(thrown)) throw thrown;
    throw new ApiError(getStatus(thrown.code), thrown.code, thrown.message);
  }
}
