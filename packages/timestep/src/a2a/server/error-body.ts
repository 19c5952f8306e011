import type { JsonObject } from '../../core/index.ts';
import type { A2AError, A2AErrorCode } from '../wire/a2a-error.ts';
import type { Version } from './version.ts';

/** The form of an error in each binding (section 5.4). */
interface ErrorForm {
  readonly rpc: number;
  readonly http: number;
  readonly status: string;
  readonly reason: string;
}

const FORMS: Readonly<Record<A2AErrorCode, ErrorForm>> = {
  'parse-error': form(-32700, 400, 'INVALID_ARGUMENT', 'PARSE_ERROR'),
  'invalid-request': form(-32600, 400, 'INVALID_ARGUMENT', 'INVALID_REQUEST'),
  'too-large': form(-32600, 413, 'INVALID_ARGUMENT', 'REQUEST_TOO_LARGE'),
  'too-slow': form(-32600, 408, 'DEADLINE_EXCEEDED', 'REQUEST_TIMEOUT'),
  'method-not-found': form(-32601, 404, 'UNIMPLEMENTED', 'METHOD_NOT_FOUND'),
  'http-method-not-allowed': form(-32601, 405, 'UNIMPLEMENTED', 'METHOD_NOT_ALLOWED'),
  'invalid-params': form(-32602, 400, 'INVALID_ARGUMENT', 'INVALID_PARAMS'),
  internal: form(-32603, 500, 'INTERNAL', 'INTERNAL_ERROR'),
  unavailable: form(-32603, 503, 'UNAVAILABLE', 'UNAVAILABLE'),
  'too-many-tasks': form(-32603, 429, 'RESOURCE_EXHAUSTED', 'TOO_MANY_TASKS'),
  'task-not-found': form(-32001, 404, 'NOT_FOUND', 'TASK_NOT_FOUND'),
  'task-not-cancelable': form(-32002, 400, 'FAILED_PRECONDITION', 'TASK_NOT_CANCELABLE'),
  'push-notification-not-supported': form(
    -32003,
    400,
    'FAILED_PRECONDITION',
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
  ),
  'unsupported-operation': form(-32004, 400, 'FAILED_PRECONDITION', 'UNSUPPORTED_OPERATION'),
  'content-type-not-supported': form(-32005, 400, 'INVALID_ARGUMENT', 'CONTENT_TYPE_NOT_SUPPORTED'),
  'extended-card-not-configured': form(
    -32007,
    400,
    'FAILED_PRECONDITION',
    'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
  ),
  'extension-support-required': form(
    -32008,
    400,
    'FAILED_PRECONDITION',
    'EXTENSION_SUPPORT_REQUIRED',
  ),
  'version-not-supported': form(-32009, 400, 'FAILED_PRECONDITION', 'VERSION_NOT_SUPPORTED'),
};

/** The error object of a JSON-RPC response (section 9.5). */
export function rpcErrorOf(error: A2AError): JsonObject {
  return { code: FORMS[error.code].rpc, message: error.message, data: detailsOf(error) };
}

/** The body of a failed REST request: `google.rpc.Status` in 1.0 (section 11.6), a code in 0.3. */
export function restErrorOf(error: A2AError, version: Version): JsonObject {
  const { rpc, http, status } = FORMS[error.code];
  if (version === '0.3') return { code: rpc, message: error.message, data: detailsOf(error) };
  return { error: { code: http, status, message: error.message, details: detailsOf(error) } };
}

export function httpStatusOf(error: A2AError): number {
  return FORMS[error.code].http;
}

/** JSON-RPC reports errors in the body; only errors of the transport itself have an HTTP status. */
export function rpcHttpStatusOf(error: A2AError): number {
  const { http } = FORMS[error.code];
  return http === 408 || http === 413 || http === 429 || http === 503 ? http : 200;
}

function detailsOf({ code, message, detail }: A2AError): JsonObject[] {
  const { field, metadata } = detail;
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: FORMS[code].reason,
    domain: 'a2a-protocol.org',
    ...(metadata && { metadata }),
  };
  if (field === undefined) return [info];
  const fieldViolations = [{ field, description: message }];
  return [info, { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }];
}

function form(rpc: number, http: number, status: string, reason: string): ErrorForm {
  return { rpc, http, status, reason };
}
