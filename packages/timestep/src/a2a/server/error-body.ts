import type { JsonObject } from '../../core/index.ts';
import type { A2AError } from '../wire/a2a-error.ts';
import { FORMS } from '../wire/error-forms.ts';
import type { Version } from './version.ts';

/** The error object of a JSON-RPC response: in 1.0 its data is a list (section 9.5), in 0.3 an object. */
export function rpcErrorOf(error: A2AError, version: Version): JsonObject {
  const details = detailsOf(error);
  // Go's SDK of 0.3 reads nothing but an object there, and shows its `error` in place of the message.
  const data = version === '0.3' ? { error: error.message, details } : details;
  return { code: FORMS[error.code].rpc, message: error.message, data };
}

/** The body of a failed REST request: `google.rpc.Status` in 1.0 (section 11.6), a code in 0.3. */
export function restErrorOf(error: A2AError, version: Version): JsonObject {
  const { http, status } = FORMS[error.code];
  if (version === '0.3') return rpcErrorOf(error, version);
  return { error: { code: http, status, message: error.message, details: detailsOf(error) } };
}

export function httpStatusOf(error: A2AError): number {
  return FORMS[error.code].http;
}

/** JSON-RPC reports errors in the body; only errors of the transport itself have an HTTP status. */
export function rpcHttpStatusOf(error: A2AError): number {
  const { http } = FORMS[error.code];
  return http === 401 || http === 408 || http === 413 || http === 429 || http === 503 ? http : 200;
}

/** What an error tells in the head of its answer. */
export function headersOfError({ code }: A2AError): Readonly<Record<string, string>> {
  return code === 'unauthenticated' ? { 'www-authenticate': 'Bearer' } : {};
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
