import type { A2AErrorCode } from './a2a-error.ts';

/** Section 5.4. */
interface ErrorCodes {
  readonly rpc: number;
  readonly http: number;
  readonly status: string;
  readonly reason: string;
}

export const ERROR_CODES: Readonly<Record<A2AErrorCode, ErrorCodes>> = {
  'parse-error': createErrorCodes(-32700, 400, 'INVALID_ARGUMENT', 'PARSE_ERROR'),
  'invalid-request': createErrorCodes(-32600, 400, 'INVALID_ARGUMENT', 'INVALID_REQUEST'),
  'too-large': createErrorCodes(-32600, 413, 'INVALID_ARGUMENT', 'REQUEST_TOO_LARGE'),
  'too-slow': createErrorCodes(-32600, 408, 'DEADLINE_EXCEEDED', 'REQUEST_TIMEOUT'),
  'method-not-found': createErrorCodes(-32601, 404, 'UNIMPLEMENTED', 'METHOD_NOT_FOUND'),
  'http-method-not-allowed': createErrorCodes(-32601, 405, 'UNIMPLEMENTED', 'METHOD_NOT_ALLOWED'),
  'invalid-params': createErrorCodes(-32602, 400, 'INVALID_ARGUMENT', 'INVALID_PARAMS'),
  unauthenticated: createErrorCodes(-32600, 401, 'UNAUTHENTICATED', 'UNAUTHENTICATED'),
  internal: createErrorCodes(-32603, 500, 'INTERNAL', 'INTERNAL_ERROR'),
  unavailable: createErrorCodes(-32603, 503, 'UNAVAILABLE', 'UNAVAILABLE'),
  'too-many-tasks': createErrorCodes(-32603, 429, 'RESOURCE_EXHAUSTED', 'TOO_MANY_TASKS'),
  'task-not-found': createErrorCodes(-32001, 404, 'NOT_FOUND', 'TASK_NOT_FOUND'),
  'task-not-cancelable': createErrorCodes(
    -32002,
    400,
    'FAILED_PRECONDITION',
    'TASK_NOT_CANCELABLE',
  ),
  'push-notification-not-supported': createErrorCodes(
    -32003,
    400,
    'FAILED_PRECONDITION',
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
  ),
  'unsupported-operation': createErrorCodes(
    -32004,
    400,
    'FAILED_PRECONDITION',
    'UNSUPPORTED_OPERATION',
  ),
  'content-type-not-supported': createErrorCodes(
    -32005,
    400,
    'INVALID_ARGUMENT',
    'CONTENT_TYPE_NOT_SUPPORTED',
  ),
  'extended-card-not-configured': createErrorCodes(
    -32007,
    400,
    'FAILED_PRECONDITION',
    'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
  ),
  'extension-support-required': createErrorCodes(
    -32008,
    400,
    'FAILED_PRECONDITION',
    'EXTENSION_SUPPORT_REQUIRED',
  ),
  'version-not-supported': createErrorCodes(
    -32009,
    400,
    'FAILED_PRECONDITION',
    'VERSION_NOT_SUPPORTED',
  ),
};

/** Finds the JSON-RPC code of the reason in a `google.rpc.ErrorInfo`. */
export function findRpcCode(reason: string): number | undefined {
  return Object.values(ERROR_CODES).find((one) => one.reason === reason)?.rpc;
}

function createErrorCodes(rpc: number, http: number, status: string, reason: string): ErrorCodes {
  return { rpc, http, status, reason };
}
