import type { A2AErrorCode } from './a2a-error.ts';

/** The form of an error in each binding (section 5.4). */
interface ErrorForm {
  readonly rpc: number;
  readonly http: number;
  readonly status: string;
  readonly reason: string;
}

/** Each error in each binding. */
export const FORMS: Readonly<Record<A2AErrorCode, ErrorForm>> = {
  'parse-error': form(-32700, 400, 'INVALID_ARGUMENT', 'PARSE_ERROR'),
  'invalid-request': form(-32600, 400, 'INVALID_ARGUMENT', 'INVALID_REQUEST'),
  'too-large': form(-32600, 413, 'INVALID_ARGUMENT', 'REQUEST_TOO_LARGE'),
  'too-slow': form(-32600, 408, 'DEADLINE_EXCEEDED', 'REQUEST_TIMEOUT'),
  'method-not-found': form(-32601, 404, 'UNIMPLEMENTED', 'METHOD_NOT_FOUND'),
  'http-method-not-allowed': form(-32601, 405, 'UNIMPLEMENTED', 'METHOD_NOT_ALLOWED'),
  'invalid-params': form(-32602, 400, 'INVALID_ARGUMENT', 'INVALID_PARAMS'),
  unauthenticated: form(-32600, 401, 'UNAUTHENTICATED', 'UNAUTHENTICATED'),
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

/** The JSON-RPC code of an error whose `google.rpc.ErrorInfo` has this reason. */
export function rpcCodeOf(reason: string): number | undefined {
  return Object.values(FORMS).find((one) => one.reason === reason)?.rpc;
}

function form(rpc: number, http: number, status: string, reason: string): ErrorForm {
  return { rpc, http, status, reason };
}
