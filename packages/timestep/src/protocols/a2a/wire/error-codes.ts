type Codes = readonly [rpc: number, http: number, status: string, reason?: string];

/**
 * Error codes of section 5.4. The reason is the code in capitals, unless the last item of an entry is another
 * reason.
 */
const CODES = {
  'parse-error': [-32700, 400, 'INVALID_ARGUMENT'],
  'invalid-request': [-32600, 400, 'INVALID_ARGUMENT'],
  'too-large': [-32600, 413, 'INVALID_ARGUMENT', 'REQUEST_TOO_LARGE'],
  'too-slow': [-32600, 408, 'DEADLINE_EXCEEDED', 'REQUEST_TIMEOUT'],
  'method-not-found': [-32601, 404, 'UNIMPLEMENTED'],
  'http-method-not-allowed': [-32601, 405, 'UNIMPLEMENTED', 'METHOD_NOT_ALLOWED'],
  'invalid-params': [-32602, 400, 'INVALID_ARGUMENT'],
  unauthenticated: [-32600, 401, 'UNAUTHENTICATED'],
  internal: [-32603, 500, 'INTERNAL', 'INTERNAL_ERROR'],
  unavailable: [-32603, 503, 'UNAVAILABLE'],
  'too-many-tasks': [-32603, 429, 'RESOURCE_EXHAUSTED'],
  'task-not-found': [-32001, 404, 'NOT_FOUND'],
  'task-not-cancelable': [-32002, 400, 'FAILED_PRECONDITION'],
  'push-notification-not-supported': [-32003, 400, 'FAILED_PRECONDITION'],
  'unsupported-operation': [-32004, 400, 'FAILED_PRECONDITION'],
  'content-type-not-supported': [-32005, 400, 'INVALID_ARGUMENT'],
  'extended-card-not-configured': [
    -32007,
    400,
    'FAILED_PRECONDITION',
    'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
  ],
  'extension-support-required': [-32008, 400, 'FAILED_PRECONDITION'],
  'version-not-supported': [-32009, 400, 'FAILED_PRECONDITION'],
} as const;

export type A2AErrorCode = keyof typeof CODES;

interface ErrorCodes {
  readonly rpc: number;
  readonly http: number;
  readonly status: string;
  readonly reason: string;
}

export function getErrorCodes(code: A2AErrorCode): ErrorCodes {
  const [rpc, http, status, reason = code.toUpperCase().replaceAll('-', '_')]: Codes = CODES[code];
  return { rpc, http, status, reason };
}

/** Returns the JSON-RPC code for the reason of a `google.rpc.ErrorInfo`. */
export function findRpcCode(reason: string): number | undefined {
  const codes = Object.keys(CODES) as A2AErrorCode[];
  return codes.map(getErrorCodes).find((one) => one.reason === reason)?.rpc;
}
