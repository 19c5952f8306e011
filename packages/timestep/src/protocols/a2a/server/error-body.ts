import type { JsonObject } from '#core';
import type { A2AError } from '../wire/a2a-error.ts';
import { getErrorCodes } from '../wire/error-codes.ts';
import type { A2AVersion } from '../wire/rpc-methods.ts';

/** Converts an error to a JSON-RPC error. `data` is a list in 1.0 (section 9.5) and an object in 0.3. */
export function errorToJsonRpc(error: A2AError, version: A2AVersion): JsonObject {
  const details = errorToDetails(error);
  // `data` is an object, because the SDK for Go of A2A 0.3 reads nothing else and shows `data.error`.
  const data = version === '0.3' ? { error: error.message, details } : details;
  return { code: getErrorCodes(error.code).rpc, message: error.message, data };
}

/**
 * Converts an error to the body of a REST response: `google.rpc.Status` in 1.0 (section 11.6), a JSON-RPC error in
 * 0.3.
 */
export function errorToRest(error: A2AError, version: A2AVersion): JsonObject {
  const { http, status } = getErrorCodes(error.code);
  if (version === '0.3') return errorToJsonRpc(error, version);
  return { error: { code: http, status, message: error.message, details: errorToDetails(error) } };
}

/**
 * Returns the HTTP status of a JSON-RPC response: 200 except for transport errors, because the body contains the
 * error.
 */
export function getJsonRpcHttpStatus(error: A2AError): number {
  const { http } = getErrorCodes(error.code);
  return http === 401 || http === 408 || http === 413 || http === 429 || http === 503 ? http : 200;
}

export function getErrorHeaders({ code }: A2AError): Readonly<Record<string, string>> {
  return code === 'unauthenticated' ? { 'www-authenticate': 'Bearer' } : {};
}

function errorToDetails({ code, message, detail }: A2AError): JsonObject[] {
  const { field, metadata } = detail;
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: getErrorCodes(code).reason,
    domain: 'a2a-protocol.org',
    ...(metadata && { metadata }),
  };
  if (field === undefined) return [info];
  const fieldViolations = [{ field, description: message }];
  return [info, { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }];
}
